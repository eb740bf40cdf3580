import { all, cannotTell, cutOff, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { PlatformScenario } from '../../vocabulary/context.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { noTokenIn } from '../token/judge.ts'
import { type AccountsTrace, driveAccounts, type Stand } from './accounts.ts'
import { tokenIn } from './granted.ts'
import { officeClaim, officeScenario } from './scenario.ts'
import { statusIn } from './shown.ts'
import { statusWord } from './status-word.ts'
import { asFarAsOffered, whenDone } from './step.ts'

const WORDS = ['pending', 'active', 'denied', 'disabled'] as const

/** The course of a partner account, from its registration on (2.6, 5.rule.8, R36). */
export const partnerAccounts: PlatformScenario = officeScenario<AccountsTrace>({
  id: 'office/accounts',
  title: 'An account authenticates while it is active, and not before or after',
  needs: [{ operator: 'register_partner' }],
  drive: driveAccounts,
  claims: [
    officeClaim('registration-starts-pending', ({ pending }) => shows(pending, 'pending')),
    officeClaim('partner-status-values', (seen) =>
      all(asFarAsOffered(WORDS.map((word) => isStated(seen[word], word)))),
    ),
    officeClaim('only-active-partners-authenticate', onlyActive),
    officeClaim('approved-account-authenticates', ({ active, client }) =>
      whenDone(active.step, () =>
        active.token === undefined
          ? whenDone(client, () => cutOff('the client was not tried'))
          : tokenIn(active.token),
      ),
    ),
    officeClaim('other-accounts-stay-as-they-are', ({ disabled, denied, own }) => {
      const decided = [disabled, denied].some(({ step }) => step.kind === 'done')
      return decided
        ? tokenIn(own)
        : all([disabled, denied].map(({ step }) => whenDone(step, () => passed())))
    }),
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

const shows = ({ step, look }: Stand, word: (typeof WORDS)[number]): Verdict =>
  whenDone(step, () => statusWord(look, word, WORDS))

/** Where an account starts is judged by another claim: any of the words will do there. */
function isStated(stand: Stand, word: (typeof WORDS)[number]): Verdict {
  const verdict = shows(stand, word)
  const shown = statusIn(stand.look.shown, WORDS) ?? ''
  return word === 'pending' && WORDS.some((one) => one === shown) ? passed() : verdict
}

/** An account that shows itself active may get tokens, whatever it was to be. */
const isShownActive = ({ look }: Stand): boolean => statusIn(look.shown, WORDS)?.toLowerCase() === 'active'

/** A refusal decides only where the client of an active account gets a token. */
function onlyActive({ pending, active, disabled, denied, client }: AccountsTrace): Verdict {
  const others = [...(isShownActive(pending) ? [] : [pending]), disabled, denied]
  const asked = others.filter(({ step, token }) => step.kind === 'done' && token !== undefined)
  if (asked.length === 0) {
    const undone = [...others.map(({ step }) => step), client].find(({ kind }) => kind !== 'done')
    const why = 'no client could ask'
    return undone === undefined ? cutOff(why) : whenDone(undone, () => cutOff(why))
  }
  const verdict = all(asked.flatMap(({ token }) => (token === undefined ? [] : [noTokenIn(token)])))
  if (verdict.kind === 'failed') return verdict
  return active.token !== undefined && succeeded(active.token)
    ? verdict
    : cutOff('no client of an active account got a token either')
}
