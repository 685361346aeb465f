import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Checks the page against WCAG 2.2 AA, in the light and in the dark. */
export async function expectNoAxeViolations(page: Page) {
  await withScripts(page, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // Legacy mode stays in this page; the other one opens a second, where scripts may be off.
      const { violations } = await new AxeBuilder({ page }).withTags(rules).setLegacyMode().analyze()
      const found = violations.flatMap(({ id, help, nodes }) =>
        nodes.map(node => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary}`),
      )
      expect(found, `axe on ${page.url()}, ${colorScheme}`).toEqual([])
    }
  })
  await page.emulateMedia({ colorScheme: null })
}

/** Axe waits for timers, which never fire in a page without JavaScript: lends it some for the check. */
async function withScripts(page: Page, check: () => Promise<void>) {
  const off = await page.evaluate(() => matchMedia('(scripting: none)').matches)
  if (!off) return check()

  const devtools = await page.context().newCDPSession(page)
  const disable = (value: boolean) => devtools.send('Emulation.setScriptExecutionDisabled', { value })
  await disable(true) // DevTools hears a session's false only after its true
  await disable(false)
  await check()
  await disable(true)
}
