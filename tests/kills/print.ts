import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { killed } from './kills.ts'

// `npm run kills [-- --kills N --until MS]`: kills a sandbox with `--data` at random moments, and looks for what it has lost.
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, until: { type: 'string', default: '4000' } },
})
const write = (line: string) => void process.stdout.write(`${line}\n`)
const { facts, received, problems } = await killed(
  Number(values.kills),
  Number(values.until),
  randomInt,
  write,
)
for (const problem of problems) write(problem)
write(`${values.kills} kills: ${facts} facts, ${received} events received, ${problems.length} problems`)
process.exit(problems.length === 0 && facts > 0 && received > 0 ? 0 : 1)
