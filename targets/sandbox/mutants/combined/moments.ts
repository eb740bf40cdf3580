import { setTimeout as elapse } from 'node:timers/promises'
import type { Platform } from '../../platform.ts'
import { inState } from '../answers.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from '../webhooks/rule.ts'

/** A time with its hour on a twelve-hour clock, without AM or PM. */
const ofTwelve = (time: string): string =>
  time.replace(/T(\d\d)/, (_, hour: string) => `T${String(Number(hour) % 12 || 12).padStart(2, '0')}`)

/** How long a platform takes to write an update, in milliseconds of real time. */
const WRITES_MS = 20
/** Token requests of one client within so many milliseconds are a burst. */
const BURST_MS = 200
const BURST = 4

/** Defects that show at some hours, or where several things happen at the same moment. */
export const momentMutants: readonly Mutant[] = [
  delivering(
    'timestamps-of-twelve-hours',
    'The Timestamp of a delivery is written with a clock of twelve hours',
    ['delivery-timestamp-by-the-platform-clock'],
    (webhooks) => ({ timestamp: (...given) => ofTwelve(webhooks.timestamp(...given)) }),
  ),
  {
    id: 'updates-take-a-bind-back',
    says: 'An update writes back the whole quote as it read it a moment before, with its state',
    kills: ['transition-bound-to-issued'],
    change: inState(['update'], ['ready_to_bind'], async (quote, standard) => {
      const answer = await standard()
      await elapse(WRITES_MS)
      if (quote.status === 'bound') quote.status = 'ready_to_bind'
      return answer
    }),
  },
  {
    id: 'only-the-last-token-of-a-burst',
    says: 'Of tokens that are issued at the same moment, only the last one is kept',
    kills: ['older-token-stays-valid'],
    change({ tokens }) {
      const recent = new Map<string, { readonly text: string; readonly at: number }[]>()
      return {
        tokens: {
          mint(client, platform: Platform) {
            const token = tokens.mint(client, platform)
            const at = performance.now()
            const burst = (recent.get(client.id) ?? []).filter((one) => at - one.at < BURST_MS)
            if (burst.length >= BURST) for (const { text } of burst) platform.tokens.delete(text)
            recent.set(client.id, [...burst, { text: token.text, at }])
            return token
          },
        },
      }
    },
  },
]
