import { all, cannotTell, cutOff, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { PlatformScenario } from '../../vocabulary/context.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import { noTokenIn } from '../../vocabulary/judge/no-token.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { officeClaim, officeScenario } from '../../vocabulary/operator/scenario.ts'
import { shownOnce } from '../../vocabulary/operator/secrets.ts'
import { statusIn, type Thing } from '../../vocabulary/operator/shown.ts'
import { asFarAsOffered, type Snapshot, under, whenDone } from '../../vocabulary/operator/step.ts'
import { type AccountState, type AccountsTrace, driveAccounts } from './accounts.ts'
import { tokenIn } from './granted.ts'
import { statusWord } from './status-word.ts'

const WORDS = ['pending', 'active', 'denied', 'disabled'] as const

/** The status of an account. Its page may also show what belongs to it. */
const ACCOUNT: Thing = { words: WORDS, others: /client|key|endpoint|webhook/i }

/** Takes partner accounts through all statuses, from registration on (2.6, 5.rule.8, R36). */
export const partnerAccounts: PlatformScenario = officeScenario<AccountsTrace>({
  id: 'office/accounts',
  title: 'An account authenticates while it is active, and not before or after',
  needs: [{ operator: 'register_partner' }],
  shows: ['token-inactive-client-refused', 'secondary-key-works'],
  drive: driveAccounts,
  claims: [
    officeClaim('registration-starts-pending', ({ pending, pendingToo, namesakes, reapplied }) => {
      const further = [
        ...[pendingToo, ...namesakes].map((stand) => shows(stand, 'pending')),
        ...(reapplied ? [waitsOrStaysDenied(reapplied)] : []),
      ]
      return further.find(({ kind }) => kind === 'failed') ?? shows(pending, 'pending')
    }),
    officeClaim('partner-status-values', (seen) =>
      all(asFarAsOffered(WORDS.map((word) => isStated(seen[word], word)))),
    ),
    officeClaim('only-active-partners-authenticate', onlyActive),
    officeClaim('approved-account-authenticates', ({ active, client, reopened, again }) =>
      whenDone(active.step, () =>
        active.tokens.length === 0
          ? whenDone(client, () => cutOff('the client was not tried'))
          : all([
              ...active.tokens.map(tokenIn),
              ...(reopened && isShownActive(reopened) && again?.token
                ? [under('once it was approved again', tokenIn(again.token))]
                : []),
            ]),
      ),
    ),
    officeClaim('client-secret-is-shown-once', ({ disabled }, { secrets }) =>
      shownOnceIn(disabled.clients, 'operator.show_client', shownOnce(secrets, 'client')),
    ),
    officeClaim('integration-key-is-shown-once', ({ disabled }, { secrets }) =>
      shownOnceIn([disabled.keys], 'operator.list_keys', shownOnce(secrets, 'integration key')),
    ),
    officeClaim('observe-tokens-of-disabled-account', ({ disabled, old }) =>
      whenDone(disabled.step, () => {
        if (old === undefined) return cannotTell('no token was issued before')
        const odd = old.during.find(({ answer }) => answer === undefined || answer.status >= 500)
        return odd === undefined
          ? observedAnswer(old.after, 'afterwards')
          : observedAnswer(odd, 'while the account was disabled')
      }),
    ),
  ],
})

/** Turns a pass into "cannot tell" where the profile has no action that shows the thing again. */
function shownOnceIn(snapshots: readonly Snapshot[], key: string, verdict: Verdict): Verdict {
  return verdict.kind === 'passed' && snapshots.every(({ step }) => step.kind !== 'done')
    ? cannotTell('nothing shows it while the account is disabled', key)
    : verdict
}

const shows = ({ step, snapshot }: AccountState, word: (typeof WORDS)[number]): Verdict =>
  whenDone(step, () => statusWord(snapshot, word, ACCOUNT))

/** Judges that a denied account whose company registers again is pending or stays denied: only the operator approves it. */
function waitsOrStaysDenied(stand: AccountState): Verdict {
  const stays = shows(stand, 'denied')
  return stays.kind === 'failed' ? shows(stand, 'pending') : stays
}

/** Judges the status word. For a new account any known word passes, since another claim judges where it starts. */
function isStated(stand: AccountState, word: (typeof WORDS)[number]): Verdict {
  const verdict = shows(stand, word)
  const shown = statusIn(stand.snapshot.shown, ACCOUNT) ?? ''
  return word === 'pending' && WORDS.some((one) => one === shown) ? passed() : verdict
}

/** Says whether an account shows the status `active`: then it may get tokens, whatever status it should have. */
const isShownActive = ({ snapshot }: AccountState): boolean =>
  statusIn(snapshot.shown, ACCOUNT)?.toLowerCase() === 'active'

/** Judges that accounts get no token unless active. A refusal decides only if a client of an active account gets one. */
function onlyActive(seen: AccountsTrace): Verdict {
  const {
    pending,
    pendingToo,
    active,
    disabled,
    toggled = [],
    disabledAgain,
    denied,
    deniedLater,
    reapplied,
    client,
  } = seen
  const others = [
    ...[pending, pendingToo, ...(reapplied ? [reapplied] : [])].filter((one) => !isShownActive(one)),
    disabled,
    ...(disabledAgain ? [disabledAgain] : []),
    denied,
    // A platform may take the denial of an active account for a mistake, and go on showing it as active.
    ...(deniedLater && statusIn(deniedLater.snapshot.shown, ACCOUNT)?.toLowerCase() === 'denied'
      ? [deniedLater]
      : []),
  ]
  const asked = others.filter(({ step, tokens }) => step.kind === 'done' && tokens.length > 0)
  if (asked.length === 0) {
    const undone = [...others.map(({ step }) => step), client].find(({ kind }) => kind !== 'done')
    const why = 'no client could ask'
    return undone === undefined ? cutOff(why) : whenDone(undone, () => cutOff(why))
  }
  const verdict = all([...asked.flatMap(({ tokens }) => tokens), ...toggled].map(noTokenIn))
  if (verdict.kind === 'failed') return verdict
  return active.tokens.some(succeeded) ? verdict : cutOff('no client of an active account got a token either')
}
