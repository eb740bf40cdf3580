import type { BehaviourChange } from '../../behaviour.ts'
import { quoteOf } from '../answers.ts'
import { acceptedTimes, alongCourses, type QuoteHistory } from '../course.ts'
import { instead } from '../instead.ts'

/** Leaves a gap between two steps of a bind, since no transaction keeps them together. */
const bindRace = (isMeant: (course: QuoteHistory) => boolean): BehaviourChange =>
  alongCourses((courseOf) =>
    instead('operations.bind', async (usual, call, platform) => {
      const quote = quoteOf(call, platform)
      const isReady = quote?.status === 'ready_to_bind' && isMeant(courseOf(quote))
      if (isReady) await new Promise((resolve) => setTimeout(resolve, 20))
      if (!isReady || quote.status !== 'bound') return usual(call, platform)
      const { clock, events, behaviour } = platform
      clock.schedule(behaviour.timing.issue + 1, () => events.emit('policy.created', quote, platform))
      return behaviour.answers.bindAccepted(quote)
    }),
  )

/** Binds that go wrong because of earlier requests. */
export const BINDS_BY_HAND: Readonly<Record<string, BehaviourChange>> = {
  'bind-race-issues-twice': bindRace(() => true),
  'bind-race-after-an-update': bindRace((course) => acceptedTimes('update', course) > 0),
}
