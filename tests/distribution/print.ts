import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { distribution } from './measure.ts'

// Prints properties of generated submissions: `npm run distribution [-- --cases 10000 --seed 1]`. Ends with 1 when the second
// validator disagrees, a rule is hardly ever broken, or an optional field is always present or always absent.
const { values } = parseArgs({
  options: { cases: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})
const FEWEST = 20

const base = JSON.parse(readFileSync(new URL('../../test-data/submission.json', import.meta.url), 'utf8'))
const seen = await distribution(
  { ...base, effective_date: '2027-01-15' },
  Number(values.cases),
  Number(values.seed),
)

const line = (...cells: readonly (string | number)[]) =>
  process.stdout.write(
    `${cells.map((cell, index) => (index === 0 ? `${cell}`.padEnd(36) : `${cell}`.padStart(8))).join('')}\n`,
  )
line(`${seen.cases} submissions`)
line('optional field', 'present', 'absent')
for (const [field, { present, absent }] of seen.optional) line(field, present, absent)
line('rule', 'broken')
for (const [rule, times] of seen.rules) line(rule, times)
line('valid, refused by 2nd validator', seen.wronglyInvalid.length)
line('invalid, taken by 2nd validator', seen.wronglyValid.length)
for (const text of [...seen.wronglyInvalid, ...seen.wronglyValid].slice(0, 5)) line(text)

const rare = [...seen.rules].filter(([, times]) => times < FEWEST)
const oneSided = [...seen.optional].filter(([, { present, absent }]) => present === 0 || absent === 0)
const wrong = seen.wronglyInvalid.length + seen.wronglyValid.length + rare.length + oneSided.length
line(
  wrong === 0
    ? `all as it has to be; the rarest rule ${Math.min(...seen.rules.values())} times`
    : `${wrong} things are wrong`,
)
process.exitCode = wrong === 0 ? 0 : 1
