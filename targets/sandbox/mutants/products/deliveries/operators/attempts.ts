import type { Attempt, EventDelivery } from '../../../../deliveries/log.ts'
import type { Platform } from '../../../../platform.ts'
import { number, one, textArgument } from '../../arguments.ts'
import { deliveryOperator, type WebhookGroup, webhooks } from './operator.ts'

/** The delivery that an attempt belongs to. */
const deliveryOf = (attempt: Attempt, { endpoints, deliveries }: Platform): EventDelivery | undefined =>
  [...endpoints.values()]
    .flatMap((endpoint) => deliveries.of(endpoint))
    .find(({ attempts }) => attempts.includes(attempt))

/** Changes the delay after some attempts; undefined ends the delivery. */
const next = (
  isMeant: (attempt: Attempt, succeeded: boolean, usual: WebhookGroup) => boolean,
  delay: (right: number | undefined) => number | undefined,
) =>
  webhooks((usual, happens) => ({
    next(attempt, succeeded, platform, delivery) {
      const right = usual.next(attempt, succeeded, platform, delivery)
      return isMeant(attempt, succeeded, usual) && happens(delivery, platform) ? delay(right) : right
    },
  }))

/** Mistakes of when attempts are made, and of how they end (8.retry). Times are in milliseconds. */
export const ATTEMPT_OPERATORS = [
  deliveryOperator({ repeats: one('never') }, () =>
    next(
      ({ number: nth }, succeeded, { attempts }) => !succeeded && nth < attempts,
      () => undefined,
    ),
  ),
  deliveryOperator({ delayTimes: number, plus: number }, ({ delayTimes, plus }) =>
    next(
      (_, succeeded) => !succeeded,
      (right) => right && right * delayTimes + plus,
    ),
  ),
  deliveryOperator({ oneMoreAfter: number }, ({ oneMoreAfter }) =>
    next(
      ({ number: nth }, succeeded, { attempts }) => !succeeded && nth === attempts,
      () => oneMoreAfter,
    ),
  ),
  deliveryOperator({ moreAttempts: number }, ({ moreAttempts }) =>
    webhooks((usual, happens) => ({
      next: (attempt, succeeded, platform, delivery) =>
        !succeeded && attempt.number < usual.attempts + moreAttempts && happens(delivery, platform)
          ? usual.delayBefore(attempt.number + 1, attempt, platform)
          : usual.next(attempt, succeeded, platform, delivery),
    })),
  ),
  deliveryOperator({ againAfter: number, below: number }, ({ againAfter, below }) =>
    next(
      ({ number: nth }, succeeded) => succeeded && nth < below,
      () => againAfter,
    ),
  ),
  deliveryOperator({ beginsAfter: number }, ({ beginsAfter }) =>
    webhooks((usual, happens) => ({
      beginsAfter(endpoint, platform) {
        const latest = platform.deliveries.of(endpoint).at(-1)
        const isMeant = latest !== undefined && happens(latest, platform)
        return isMeant ? beginsAfter : usual.beginsAfter(endpoint, platform)
      },
    })),
  ),
  deliveryOperator({ attempt: number, comesAfter: number }, ({ attempt, comesAfter }) =>
    webhooks(({ delays, attempts }) => ({
      delays: Array.from({ length: attempts }, (_, place) =>
        place === attempt - 1 ? comesAfter : (delays[place] ?? delays.at(-1) ?? 0),
      ),
    })),
  ),
  deliveryOperator({ deadline: number }, ({ deadline }) =>
    webhooks((usual, happens) => ({
      waits(attempt, platform) {
        const own = deliveryOf(attempt, platform)
        return own !== undefined && happens(own, platform) ? deadline : usual.waits(attempt, platform)
      },
    })),
  ),
  deliveryOperator({ succeeds: textArgument }, ({ succeeds }) =>
    webhooks(() => ({ succeeds: (status) => new RegExp(`^(${succeeds})$`).test(String(status)) })),
  ),
]
