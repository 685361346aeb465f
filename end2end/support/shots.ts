import type { Page } from '@playwright/test'
import { join } from 'node:path'

/** With NEXTSEAT_SHOTS=1, pictures the whole page as phones, tablets and desktops show it. */
export async function shoot(page: Page, name: string) {
  if (process.env.NEXTSEAT_SHOTS !== '1') return
  const viewport = page.viewportSize()
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const path = join(__dirname, '..', 'shots', `${name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: null })
  if (viewport) await page.setViewportSize(viewport)
}
