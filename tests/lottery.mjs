// A draw computed from docs/lottery.md alone: node tests/lottery.mjs draw.json
import { createCipheriv, createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const draw = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const seed = Buffer.from(draw.seed, 'hex')
const commitment = createHash('sha256').update(seed).digest('hex')

const cipher = createCipheriv('chacha20', seed, Buffer.alloc(16))
const next = () => cipher.update(Buffer.alloc(8)).readBigUInt64LE()
const below = (n) => {
  const bound = 2n ** 64n - (2n ** 64n % BigInt(n))
  let x = next()
  while (x >= bound) x = next()
  return Number(x % BigInt(n))
}
const order = draw.pool.map((_, place) => place)
for (let last = order.length - 1; last >= 1; last--) {
  const other = below(last + 1)
  ;[order[last], order[other]] = [order[other], order[last]]
}

let seats = draw.seats ?? Infinity
const offered = []
for (const place of order) {
  if (draw.parties[place] > seats || offered.length >= (draw.people ?? Infinity)) continue
  seats -= draw.parties[place]
  offered.push(draw.pool[place])
}

const result = order.map((place) => draw.pool[place])
const same = JSON.stringify([commitment, result, offered]) === JSON.stringify([draw.commitment, draw.result, draw.offered])
console.log(same ? 'the draw is right' : 'the draw is wrong')
process.exit(same ? 0 : 1)
