import type { PlatformNeed } from '../../../../conformance/ports/platform-needs.ts'
import { type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { OPERATIONS } from '../../vocabulary/quotes/api.ts'
import {
  activeAfter,
  ask,
  askEach,
  bindWhileHeld,
  type CourseStep,
  deactivate,
  hold,
  laterOn,
  makeQuotes,
  oneQuote,
  onMovedClock,
  readAll,
  readChanged,
  readWith,
  readWithSeveral,
  takeCourse,
  waitUntil,
  watchChanged,
  whereHandedOutAgain,
  whileInactive,
} from './steps.ts'

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]

/** The lifetime of a token (8). */
const LIFE = HOUR
/** A day and a little more: within a lifetime by the time of day alone. */
const NEXT_DAY = 24 * HOUR + 15 * MINUTE
/** How many tokens are requested at the same moment. */
const TOGETHER = 10

const ENDED = OPERATIONS.map((operation) => `${operation}-expired-token-401`)
const UNCHANGED = ['refused-update-changes-nothing', 'refused-bind-changes-nothing']
const CLIENT: readonly PlatformNeed[] = [{ operator: 'deactivate_client' }, { operator: 'activate_client' }]

/** Each operation with a token whose lifetime is over, with either key, and then with a new one. No key makes it valid. */
const overEverywhere = (name: string): readonly CourseStep[] => [
  askEach(name),
  askEach(name, 'secondary'),
  readWith(name, 'bearer'),
  watchChanged,
  askEach('own'),
]

/** The courses of tokens, each of which is a scenario: its steps, and when each token is tried. Statements judge every request. */
const COURSES: readonly {
  readonly id: string
  readonly title: string
  readonly needs?: readonly PlatformNeed[]
  readonly shows: readonly string[]
  readonly steps: readonly CourseStep[]
}[] = [
  {
    id: 'auth/older-token',
    title: 'A token goes on working when its client asks for others',
    shows: ['older-token-stays-valid'],
    // The newer one first: its use may end the older one.
    steps: [oneQuote, hold('first'), hold('second'), readAll('second', 'first'), readWithSeveral(TOGETHER)],
  },
  {
    id: 'auth/long-expired-token',
    title: 'A token whose lifetime was over before the run works nowhere',
    needs: [{ credential: 'expired_token' }],
    shows: [...ENDED, ...UNCHANGED],
    steps: [makeQuotes('own'), readChanged, readChanged, ...overEverywhere('expired')],
  },
  {
    id: 'auth/expired-token',
    title: 'A token works until its lifetime is over and then nowhere',
    needs: [{ operator: 'advance_clock' }],
    shows: ['token-lives-3600-seconds', ...ENDED, ...UNCHANGED],
    steps: [
      ...[makeQuotes('own'), makeQuotes('other-partner')],
      ...[hold('foreign', 'other-partner'), readAll('foreign'), hold('first'), readAll('first'), readChanged],
      ...[waitUntil(LIFE / 2, 'first'), hold('second'), readAll('second')],
      // Clients refresh before expiry (5.rule.3): a new token must not end the first one.
      ...[waitUntil(LIFE - 2 * MINUTE, 'first'), hold('third'), readAll('first', 'foreign'), readChanged],
      // The last use must not extend the lifetime.
      ...[waitUntil(LIFE - 20 * SECOND, 'first'), readAll('first')],
      ...[waitUntil(LIFE + 10 * SECOND, 'first'), ...overEverywhere('first')],
      ...[askEach('foreign'), askEach('other-partner')],
      ...[waitUntil(LIFE - 2 * MINUTE, 'second'), readAll('second')],
      ...[waitUntil(NEXT_DAY, 'first'), readAll('first', 'own')],
      whereHandedOutAgain(
        ...[hold('last'), waitUntil(LIFE - 20 * SECOND, 'last'), readAll('last')],
        ...[waitUntil(LIFE + 10 * SECOND, 'last'), ...overEverywhere('last')],
      ),
    ],
  },
  {
    id: 'auth/deactivated-client',
    title: 'A client that is turned inactive keeps its tokens and gets no new ones',
    needs: CLIENT,
    shows: [
      'issued-token-survives-deactivation',
      'token-inactive-client-refused',
      'token-wrong-secret-refused',
    ],
    steps: [
      ...[makeQuotes('own'), hold('older'), hold('newer'), readAll('older', 'newer')],
      whileInactive(
        ...[readAll('older', 'newer'), ask()],
        // Permissions may be cached for some minutes.
        laterOn(2 * MINUTE, readAll('older', 'newer'), ask()),
        onMovedClock(
          laterOn(5 * MINUTE, readAll('older', 'newer'), ask()),
          laterOn(43 * MINUTE, readAll('older', 'newer'), ask()),
        ),
        askEach('newer'),
      ),
      ...[readAll('older', 'newer'), ask('wrong'), ask()],
      onMovedClock(whileInactive(laterOn(LIFE, readAll('older', 'newer')))),
    ],
  },
  {
    id: 'auth/issue-for-an-inactive-client',
    title: 'A bind completes even if its client is deactivated meanwhile',
    needs: [{ operator: 'hold_issue' }, { operator: 'release_issue' }, ...CLIENT],
    shows: ['transition-bound-to-issued'],
    // The token was issued before, so that it stays valid and shows the quote.
    steps: [
      ...[oneQuote, hold('kept')],
      activeAfter(bindWhileHeld('kept', deactivate, ask(), readAll('kept'))),
    ],
  },
]

/** The scenarios of tokens (5.rule.3 to 5.rule.5, 8, R22). Nothing else runs beside one that moves the clock or changes a client. */
export const tokenCourses: readonly PlatformScenario[] = COURSES.map(
  ({ id, title, needs = [], shows, steps }) =>
    scenario({
      ...{ id, title, needs, shows, claims: [] },
      exclusive: needs.some((need) => 'operator' in need),
      drive: (context) => takeCourse(steps, context),
    }),
)
