import type { BehaviourChange } from '../../../../behaviour.ts'
import type { Shown } from '../../../../office/rules.ts'
import { one, replacing, textArgument } from '../../arguments.ts'
import { changing, fitsMembers, MEMBERS } from '../../members.ts'
import { platformOperator } from './operator.ts'

const outcome = one('ready_to_bind', 'underwriter_review', 'approved_rate', 'failed', 'declined')

/** Changes the attempts or the deliveries of a log. */
const logged =
  (what: 'delivery' | 'attempt', change: (rows: readonly Shown[]) => readonly Shown[]): BehaviourChange =>
  ({ logs }) => ({
    logs: {
      shown(endpoint, platform) {
        const all = logs.shown(endpoint, platform)
        if (what === 'delivery') return change(all)
        return all.map((one) => ({ ...one, attempts: change(one.attempts as readonly Shown[]) }))
      },
    },
  })

const row = one('delivery', 'attempt')

/** Mistakes of rating, of accounts, of the description, and of what portals show and keep (1, 2.3, 2.6, 5, 6). */
export const OTHER_OPERATORS = [
  platformOperator(
    { unchecked: one('secret', 'grantType', 'scope', 'active', 'account') },
    ({ unchecked }) =>
      () => ({
        tokenChecks: { [unchecked]: () => undefined },
      }),
  ),
  platformOperator(
    { account: one('pending', 'active', 'disabled', 'denied'), shownAs: textArgument },
    ({ account, shownAs }) =>
      ({ accounts }) => ({
        accounts: {
          shown(partner, platform) {
            const shown = accounts.shown(partner, platform)
            return partner.status === account ? { ...shown, status: shownAs } : shown
          },
        },
      }),
  ),
  platformOperator({ describes: replacing }, ({ describes }) => ({ http }) => ({
    http: { description: (yaml) => describes(http.description(yaml)) },
  })),
  platformOperator({ rates: outcome, as: outcome }, ({ rates, as }) => ({ rating }) => ({
    rating: {
      outcome(submission) {
        const right = rating.outcome(submission)
        return right === rates ? as : right
      },
    },
  })),
  platformOperator({ logged: row, ...MEMBERS }, ({ logged: what, ...given }) =>
    logged(what, (rows) => rows.map(changing(given))),
  ),
  platformOperator({ unlogged: row, where: MEMBERS.where }, ({ unlogged, ...given }) =>
    logged(unlogged, (rows) => rows.filter((one) => !fitsMembers(one, given))),
  ),
  platformOperator({ money: replacing }, ({ money }) => ({ formats }) => ({
    formats: { money: (dollars) => money(formats.money(dollars)) },
  })),
  platformOperator({ addressed: replacing }, ({ addressed }) => ({ endpoints }) => ({
    endpoints: {
      register: ({ url, ...rest }, platform) =>
        endpoints.register({ ...rest, url: addressed(url) }, platform),
    },
  })),
]
