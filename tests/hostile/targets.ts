import { cutShort, dribble, echo, html, hundredMegabytes, redirectTo, reset, silent } from './answers.ts'
import { afterFirst, afterSubmission, type Handler, issuing, json, split } from './fake.ts'
import { playback } from './recorded.ts'
import { SECRETS } from './secrets.ts'

export interface HostileTarget {
  /** Absent: nothing listens. */
  readonly handler?: Handler
  /** Every token that it issued so far. */
  readonly issued?: readonly string[]
  /** The allowed exit codes. */
  readonly codes: readonly number[]
  /** The party that the run blames, where it cannot begin. */
  readonly cause?: string
  /** Further words of the command line. */
  readonly words?: readonly string[]
  /** Short limits, for a target whose answers never end. */
  readonly timing?: Readonly<Record<string, string>>
  /** The `must` requirements that may pass on such a target, in addition to those about its tokens. */
  readonly shows?: readonly string[]
}

export const TOKEN_HOLDS = [
  'client-id-shape',
  'token-answers-200',
  'token-access-token',
  'token-answer-is-json',
  'token-type-bearer',
  'token-expires-in-3600',
  'token-wrong-secret-refused',
  'token-unknown-client-refused',
  'token-missing-client-refused',
  'token-missing-secret-refused',
  'token-other-grant-refused',
  'token-other-scope-refused',
]

/** A few scenarios, for slow targets. */
const few = ['token/grant', 'service/journey', 'ids/unknown-on-status'].flatMap((id) => ['--scenario', id])

/** @param trap the address that redirects lead to */
export function hostileTargets(trap: string): Readonly<Record<string, HostileTarget>> {
  const api = (handler: Handler) => {
    const issued: string[] = []
    return { handler: split(issuing(issued, SECRETS.clientSecret), handler), issued }
  }
  const echoed: string[] = []
  return {
    'is down': { codes: [3], cause: 'network' },
    'refuses the credentials': {
      handler: json(401, { error: 'invalid_client' }),
      codes: [3],
      cause: 'credentials',
    },
    'answers HTML everywhere': { handler: html, codes: [1], words: few, shows: ['submit-answers-200'] },
    'cuts every body short': { handler: cutShort, codes: [1, 3], words: few },
    'cuts bodies short on the API': { ...api(cutShort), codes: [1], words: few },
    'sends 100 MB on the API': { ...api(hundredMegabytes), codes: [1, 3], words: few },
    'dribbles everywhere': { handler: dribble, codes: [3], words: few, timing: { answer: '1s' } },
    'dribbles on the API': { ...api(dribble), codes: [3], timing: { answer: '100ms' } },
    'redirects everything': { handler: redirectTo(trap), codes: [3], cause: 'profile' },
    'redirects the API': { ...api(redirectTo(trap)), codes: [3], cause: 'profile', words: few },
    'resets every connection': { handler: reset, codes: [3], cause: 'network' },
    'resets connections after the first check': { ...api(afterFirst(reset)), codes: [1, 3] },
    'falls silent after the first check': {
      ...api(afterFirst(silent)),
      codes: [3],
      timing: { answer: '300ms' },
    },
    'says {} to everything': {
      ...api(json(200, {})),
      codes: [1],
    },
    'answers with what was recorded once': { handler: playback(), codes: [1] },
    'refuses everything': {
      ...api(afterSubmission(json(400, { status: 'error', error: { message: 'no' } }))),
      codes: [1],
    },
    'echoes the request': {
      handler: split(
        issuing(echoed, SECRETS.clientSecret, (seen) => ({ you_said: seen })),
        echo,
      ),
      issued: echoed,
      codes: [1],
    },
  }
}
