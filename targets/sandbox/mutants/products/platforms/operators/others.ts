import type { BehaviourChange } from '../../../../behaviour.ts'
import type { Shown } from '../../../../office/rules.ts'
import { instead } from '../../../instead.ts'
import { maybe, one, replacing, textArgument } from '../../arguments.ts'
import { changing, fitsMembers, MEMBERS } from '../../members.ts'
import { platformOperator } from './operator.ts'

const outcome = one('ready_to_bind', 'underwriter_review', 'approved_rate', 'failed', 'declined')

/** Changes the attempts or the deliveries of a log. */
const logged = (
  what: 'delivery' | 'attempt',
  change: (rows: readonly Shown[]) => readonly Shown[],
): BehaviourChange =>
  instead('logs.shown', (usual, ...endpoint) => {
    const all = usual(...endpoint)
    if (what === 'delivery') return change(all)
    return all.map((one) => ({ ...one, attempts: change(one.attempts as readonly Shown[]) }))
  })

const row = one('delivery', 'attempt')

/** Mistakes of rating, of accounts, of the description, and of what portals show and keep (1, 2.3, 2.6, 5, 6). */
export const OTHER_OPERATORS = [
  platformOperator(
    { unchecked: one('secret', 'grantType', 'scope', 'active', 'account'), where: maybe(textArgument) },
    ({ unchecked, where = '' }) =>
      instead(`tokenChecks.${unchecked}`, (usual, form, platform) =>
        new RegExp(where).test(String(form)) ? undefined : usual(form, platform),
      ),
  ),
  platformOperator(
    { account: one('pending', 'active', 'disabled', 'denied'), shownAs: textArgument },
    ({ account, shownAs }) =>
      instead('accounts.shown', (usual, partner, platform) => {
        const shown = usual(partner, platform)
        return partner.status === account ? { ...shown, status: shownAs } : shown
      }),
  ),
  platformOperator({ describes: replacing }, ({ describes }) =>
    instead('http.description', (usual, yaml) => describes(usual(yaml))),
  ),
  platformOperator({ rates: outcome, as: outcome }, ({ rates, as }) =>
    instead('rating.outcome', (usual, submission) => {
      const right = usual(submission)
      return right === rates ? as : right
    }),
  ),
  platformOperator({ logged: row, ...MEMBERS }, ({ logged: what, ...given }) =>
    logged(what, (rows) => rows.map(changing(given))),
  ),
  platformOperator({ unlogged: row, where: MEMBERS.where }, ({ unlogged, ...given }) =>
    logged(unlogged, (rows) => rows.filter((one) => !fitsMembers(one, given))),
  ),
  platformOperator({ money: replacing }, ({ money }) =>
    instead('formats.money', (usual, dollars) => money(usual(dollars))),
  ),
  platformOperator({ addressed: replacing }, ({ addressed }) =>
    instead('endpoints.register', (usual, { url, ...rest }, platform) =>
      usual({ ...rest, url: addressed(url) }, platform),
    ),
  ),
]
