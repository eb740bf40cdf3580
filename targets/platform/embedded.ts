import { OwnData } from '../evidence/own-data.ts'
import { Redactor } from '../evidence/redaction.ts'
import { profileFrom } from '../profile/load.ts'
import type { PlatformOptions } from './options.ts'
import { openPlatform, type PlatformTarget } from './target.ts'
import { UniqueNumbers } from './unique.ts'

/** A platform that runs in this process, with a profile that says how to drive it. */
export interface StartedPlatform {
  /** Some of its work takes real time, however its clock is moved. */
  readonly worksInRealTime?: boolean
  profile(): object
  close(): Promise<void>
}

/**
 * A target that starts its platforms itself: one for all ordinary scenarios, and one for each scenario that
 * is exclusive. The latter stops when its scenario releases it.
 * @param start starts one more platform
 * @throws ConformanceError PROFILE_INVALID when a started platform's profile is none
 */
export async function embeddedTarget(
  start: () => Promise<StartedPlatform>,
  options: Omit<PlatformOptions, 'embedded'>,
): Promise<PlatformTarget> {
  const unique = options.unique ?? new UniqueNumbers(options.seed)
  const redactor = options.redactor ?? new Redactor()
  const ownData = new OwnData()
  const open = async () => {
    const started = await start()
    const target = await openPlatform(profileFrom(started.profile()), {
      ...options,
      unique,
      redactor,
      own: ownData,
      embedded: started.worksInRealTime !== true,
    })
    const close = async () => {
      await target.close()
      await started.close()
    }
    return { target, close }
  }
  const shared = await open()
  /** The targets that single scenarios had to themselves, closed or not. */
  const apart: PlatformTarget[] = []
  const own = new Set<Awaited<ReturnType<typeof open>>>()
  return {
    facts: shared.target.facts,
    isolates: true,
    lacks: (need) => shared.target.lacks(need),
    redact: (text) => redactor.text(text),
    shown: (evidence) => shared.target.shown(evidence),
    putOff() {
      const all = [shared.target, ...apart].flatMap((target) => target.putOff() ?? [])
      if (all.length === 0) return undefined
      const rates = all.flatMap(({ perSecond }) => perSecond ?? [])
      const requests = all.reduce((sum, one) => sum + one.requests, 0)
      return rates.length === 0 ? { requests } : { requests, perSecond: Math.min(...rates) }
    },
    // Nothing has to be undone, since an embedded platform ends with everything in it.
    left: () => [],
    clean: async (undos) =>
      undos.map((undo) => ({ undo, why: 'the embedded sandbox of that run is gone with everything in it' })),
    schemeProblem: (key) => shared.target.schemeProblem(key),
    receiverProblem: () => shared.target.receiverProblem(),
    showsTooMuch: (text) => shared.target.showsTooMuch(text),
    lost: () =>
      shared.target.lost() ?? [...own].map(({ target }) => target.lost()).find((why) => why !== undefined),
    async lease(scenario) {
      if (!scenario.exclusive) return shared.target.lease(scenario)
      const opened = await open()
      own.add(opened)
      apart.push(opened.target)
      const lease = await opened.target.lease(scenario)
      return {
        ...lease,
        async release() {
          await lease.release()
          own.delete(opened)
          await opened.close()
        },
      }
    },
    async close() {
      await Promise.all([shared, ...own].map((opened) => opened.close()))
      own.clear()
    },
  }
}
