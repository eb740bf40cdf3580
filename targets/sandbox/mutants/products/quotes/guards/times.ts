import type { Quote, QuoteStatus } from '../../../../quotes/quote.ts'
import { type GuardHolds, guard, type QuoteGuard } from './guard.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Says whether a quote is older than so much. */
const older =
  (ms: number): GuardHolds =>
  (_, { createdAt }, { clock }) =>
    clock.now() - createdAt > ms

/** Says whether another quote of the same partner is in a state. */
const beside =
  (state: QuoteStatus): GuardHolds =>
  (_, quote, { quotes }) => {
    const isMeant = (one: Quote) => one !== quote && one.partnerId === quote.partnerId
    return [...quotes.values()].some((one) => isMeant(one) && one.status === state)
  }

/** Circumstances of when something is asked for, and of what else is going on. */
export const TIME_GUARDS: readonly QuoteGuard[] = [
  guard('waited-an-hour', 'that was submitted more than an hour ago', older(HOUR_MS)),
  guard('waited-half-a-day', 'that was submitted more than half a day ago', older(DAY_MS / 2)),
  guard('waited-a-day', 'that was submitted more than a day ago', older(DAY_MS)),
  guard('waited-a-week', 'that was submitted more than a week ago', older(7 * DAY_MS)),
  guard(
    'ready-late',
    'that was ready more than a day after its submission',
    ({ cameTo }, { createdAt }) => (cameTo.get('ready_to_bind') ?? 0) - createdAt > DAY_MS,
  ),
  guard(
    'just-issued',
    'that was issued less than ten seconds ago',
    ({ cameTo }, _, { clock }) => clock.now() - (cameTo.get('issued') ?? 0) < MINUTE_MS / 6,
  ),
  guard(
    'issued-a-while-ago',
    'that was issued more than a minute ago',
    ({ cameTo }, _, { clock }) => clock.now() - (cameTo.get('issued') ?? clock.now()) > MINUTE_MS,
  ),
  guard(
    'policy-read-an-hour-ago',
    'whose policy was read an hour ago',
    ({ firstAt }, _, { clock }) => clock.now() - (firstAt.get('policy') ?? clock.now()) > HOUR_MS,
  ),
  guard('while-ratings-are-held', 'while ratings are held', (_, __, { rating }) => rating.held),
  guard('beside-a-pending', 'beside a pending one of its partner', beside('pending')),
  guard('beside-a-bound', 'beside a bound one of its partner', beside('bound')),
  guard(
    'afternoon',
    'that was submitted in the afternoon',
    (_, { createdAt }) => new Date(createdAt).getUTCHours() >= 12,
  ),
]
