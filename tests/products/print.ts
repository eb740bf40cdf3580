import { parseArgs } from 'node:util'
import { type KindName, PRODUCT_KINDS, withId } from '../../targets/sandbox/mutants/products/index.ts'
import { openPool } from '../proof/pool.ts'
import { type ChosenProduct, chooseProducts, inPlatforms, leftOpenBy } from './choose.ts'
import type { JudgedProduct } from './judge.ts'

// `npm run products` chooses defects by chance: what goes wrong, of the lists of slips, in a circumstance, of the lists of guards. It
// prints which of them happened and were not noticed. `--strength 2` lets two circumstances meet. Several slips share a platform; one that was
// not noticed there is judged by itself, by all scenarios that can see it.
const { values } = parseArgs({
  options: {
    kind: { type: 'string', multiple: true, default: Object.keys(PRODUCT_KINDS) },
    slip: { type: 'string', multiple: true, default: [] },
    guard: { type: 'string', multiple: true, default: [] },
    scenario: { type: 'string', multiple: true },
    strength: { type: 'string', default: '1' },
    each: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
})
const print = (line: string) => process.stdout.write(`${line}\n`)
/** Scenarios that show most slips of a kind, to be driven first. */
const FIRST: Readonly<Record<KindName, readonly string[]>> = {
  quotes: ['journeys/*'],
  deliveries: ['webhooks/*'],
  credentials: ['auth/*', 'token/*', 'office/*', 'ids/*'],
}

const pool = openPool()
let [happenedAtAll, missed] = [0, 0]
for (const of of Object.keys(PRODUCT_KINDS) as KindName[]) {
  if (!values.kind.includes(of)) continue
  const { slips, guards, words } = PRODUCT_KINDS[of]
  const chosen = {
    slips: slips.filter(({ id }) => values.slip.length === 0 || values.slip.includes(id)),
    guards: guards.filter(({ id }) => values.guard.length === 0 || values.guard.includes(id)),
  }
  const options = {
    strength: Number(values.strength),
    each: Number(values.each),
    seed: Number(values.seed),
  }
  const products = chooseProducts(chosen, options)
  const perform = async (
    some: readonly ChosenProduct[],
    scenarios: readonly string[] | undefined = values.scenario,
  ) => {
    const platform = { of, products: some, ...(scenarios && { scenarios }) }
    const judged = await pool.perform({ kind: 'products', platform })
    process.stderr.write('.')
    return judged
  }
  const scenarios = values.scenario ?? FIRST[of]
  const platforms = inPlatforms(chosen, products)
  const first = (await Promise.all(platforms.map((some) => perform(some, scenarios)))).flat()
  const isNoticed = ({ times, seenBy }: JudgedProduct) => times > 0 && seenBy.length > 0
  const again = first.filter((one) => !isNoticed(one))
  const alone = (await Promise.all(again.map((one) => perform([one])))).flat()
  const all = [...first.filter(isNoticed), ...alone]
  const happened = all.filter(({ times }) => times > 0)
  const noticed = happened.filter(isNoticed)
  const open = happened.filter((one) => !isNoticed(one) && leftOpenBy(slips, one) !== undefined)
  const unseen = happened.filter((one) => !isNoticed(one) && !open.includes(one))
  print(
    `\n${of}: ${all.length} chosen, ${happened.length} happened, ${noticed.length} noticed, ${open.length} left open`,
  )
  for (const { slip, guards: own, times, failed } of unseen) {
    const said = own.map((id) => withId<{ readonly id: string; readonly words: string }>(guards, id).words)
    const what = withId<{ readonly id: string; readonly says: string }>(slips, slip).says
    print(`- ${slip}: ${own.join(' + ')} (${times} times)\n  ${what}, ${words} ${said.join(' and ')}`)
    if (failed.length > 0) print(`  noticed as ${failed.slice(0, 4).join(', ')}`)
  }
  for (const one of open)
    print(`(left open by ${leftOpenBy(slips, one)}: ${one.slip}: ${one.guards.join(' + ')})`)
  for (const { slip, guards: own } of all.filter(({ times }) => times === 0))
    print(`(never happened: ${slip}: ${own.join(' + ')})`)
  happenedAtAll += happened.length
  missed += unseen.length
}
await pool.close()
// Nothing that happened is no agreement.
if (happenedAtAll === 0) process.exitCode = 2
else process.exitCode = missed === 0 ? 0 : 1
