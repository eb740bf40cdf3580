import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { glob } from '../../../conformance/glob.ts'
import { hostile } from './index.ts'
import { megabytes } from './measure.ts'
import { perform } from './perform.ts'

// `npm run hostile [-- --only PATTERN] [--shard I/N]`: judges every hostile target and prints time, memory and size.
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '*' },
    shard: { type: 'string', default: '1/1' },
    append: { type: 'string' },
  },
})
const [part = 1, parts = 1] = values.shard.split('/').map(Number)
const wanted = glob(values.only)
const all = Object.entries(hostile).flatMap(([side, behaviours]) =>
  Object.entries(behaviours).map(([name, behaviour]) => ({
    side: side as keyof typeof hostile,
    name,
    behaviour,
  })),
)
const chosen = all.filter(({ name }, place) => wanted(name) && place % parts === part - 1)
const say = (text: string) => {
  process.stdout.write(text)
  if (values.append !== undefined) appendFileSync(values.append, text)
}

let wrong = 0
for (const { side, name, behaviour } of chosen) {
  const { code, ms, peak, size, lastLine, problems } = await perform(side, behaviour)
  if (problems.length > 0) wrong += 1
  const cells = [
    `${(ms / 1000).toFixed(1)} s`,
    `${megabytes(peak)} MB`,
    `${(size / 1e6).toFixed(1)} MB`,
    `exit ${code}`,
  ]
  const numbers = cells.map((cell) => cell.padStart(8)).join(' ')
  say(
    `${problems.length === 0 ? 'ok   ' : 'WRONG'} ${side.padEnd(8)} ${name.padEnd(52)} ${numbers}  ${lastLine.slice(0, 120)}\n`,
  )
  for (const problem of problems) say(`      ${problem}\n`)
}
say(`${chosen.length} hostile behaviours, ${wrong} wrong\n`)
process.exitCode = wrong === 0 ? 0 : 1
