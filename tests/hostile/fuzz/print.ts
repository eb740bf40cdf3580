import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { fuzzedClient } from './client.ts'
import { fuzzedPlatform } from './platform.ts'
import { fuzzedReceiver } from './receiver.ts'

// `npm run fuzz [-- --answers N --seed S --lanes L]`: spoils answers at random until the given number is reached.
const { values } = parseArgs({
  options: {
    answers: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    lanes: { type: 'string', default: '3' },
  },
})
const first = values.seed === undefined ? randomInt(2 ** 30) : Number(values.seed)
const wanted = Number(values.answers)
const all = new Map<string, number>()
const faults: string[] = []
process.on('uncaughtException', (error) => faults.push(`outside of any claim: ${error.stack}`))
process.on('unhandledRejection', (error) => faults.push(`outside of any claim: ${error}`))

let total = 0
let next = first
/** Of six runs, one is of a receiver, one of a client, and four are of a platform. */
const kinds = [fuzzedReceiver, fuzzedClient, fuzzedPlatform, fuzzedPlatform, fuzzedPlatform, fuzzedPlatform]
const lane = async () => {
  while (total < wanted) {
    const seed = next
    next += 1
    const { answers, faults: found } = await (kinds[(seed - first) % kinds.length] ?? fuzzedPlatform)(seed)
    for (const [kind, count] of answers) all.set(kind, (all.get(kind) ?? 0) + count)
    total += [...answers.values()].reduce((sum, count) => sum + count, 0)
    faults.push(...found.map((fault) => `seed ${seed}: ${fault}`))
    process.stdout.write(`seed ${seed}: ${total} answers, ${faults.length} exceptions of the suite\n`)
  }
}
process.stdout.write(`seed ${first}\n`)
await Promise.all(Array.from({ length: Number(values.lanes) }, lane))
for (const [kind, count] of [...all].toSorted(([, one], [, other]) => other - one))
  process.stdout.write(`${String(count).padStart(6)}  ${kind}\n`)
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.stdout.write(
  `${total} hostile answers from seed ${first}, ${faults.length} exceptions of the suite\n`,
)
process.exit(faults.length === 0 ? 0 : 1)
