import { caseAt } from '../../../generators/cases.ts'
import { openPlatform } from '../../../targets/platform/index.ts'
import { profileFrom } from '../../../targets/profile/index.ts'
import { startEmbedded } from '../../../targets/sandbox/index.ts'
import { openBench, recordedOn, runOn } from '../../judge.ts'
import type { Seen } from '../fake.ts'
import { through } from '../front.ts'
import { type Change, changing } from '../worst/changing.ts'
import { type Fuzzed, faultsOf } from './fuzzed.ts'
import { mutations } from './mutation.ts'

/** The percentage of answers that are spoiled: lower for those on which everything else depends. */
const shareOf = ({ url }: Seen): number => {
  if (url.startsWith('/oauth')) return 4
  return /^\/api\/(submit|status)/.test(url) ? 15 : 40
}

/** Judges a platform with randomly spoiled answers: tokens, quotes, documents, descriptions and operator actions. */
export async function fuzzedPlatform(seed: number): Promise<Fuzzed> {
  const bench = await openBench()
  const platform = await startEmbedded({ clock: 'virtual', seed })
  let asked = 0
  const kinds = new Map<string, number>()
  const spoil: Change = (answered, seen) => {
    asked += 1
    // The first answers are right, so that the run can begin.
    if (asked < 20 || (asked * 7919 + seed) % 100 >= shareOf(seen)) return answered
    const kind = `${seen.method} ${seen.url.replace(/\/[^/]*[\d-][^/]*/g, '/*').slice(0, 40)}`
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    return caseAt(mutations, seed, asked)(answered)
  }
  const origin = new URL(platform.baseUrl).origin
  const [line, control] = await Promise.all([changing(origin, spoil), changing(platform.controlUrl, spoil)])
  try {
    const timing = { poll_interval: '200ms', rating: '3s', proposal: '3s', issue: '3s', answer: '2s' }
    const led = { ...through(platform.profile(), { [origin]: line, [platform.controlUrl]: control }), timing }
    const target = await openPlatform(profileFrom(led), {
      seed,
      apiVersion: bench.spec.version,
      realPatienceMs: 500,
    })
    const record = await recordedOn(target, runOn(bench, target))
    return { answers: kinds, faults: faultsOf(record) }
  } finally {
    await Promise.all([line.close(), control.close(), platform.close()])
  }
}
