import type { PlatformNeed } from '../../../../conformance/ports/platform-needs.ts'
import type { PlatformScenario } from '../../vocabulary/context.ts'
import { officeScenario } from '../../vocabulary/operator/scenario.ts'
import {
  change,
  crossSecrets,
  decideOn,
  holdToken,
  makeClient,
  makeKey,
  type OfficeCourseStep,
  openAccount,
  readQuote,
  readWithKeys,
  registerAccount,
  showAccount,
  showClients,
  submitQuote,
  takeOfficeCourse,
  tryLast,
} from './steps.ts'

const SHOW = showClients('it')

/** The courses of accounts and clients, each of which is a scenario. Statements judge every page, token request and read. */
const COURSES: readonly {
  readonly id: string
  readonly title: string
  readonly needs: readonly PlatformNeed[]
  readonly shows: readonly string[]
  readonly steps: readonly OfficeCourseStep[]
}[] = [
  {
    id: 'office/accounts',
    title: 'An account authenticates while it is active, and not before or after',
    needs: [{ operator: 'register_partner' }],
    shows: [
      ...['registration-starts-pending', 'partner-status-values', 'only-active-partners-authenticate'],
      ...['approved-account-authenticates', 'observe-tokens-of-disabled-account'],
      ...['client-secret-is-shown-once', 'integration-key-is-shown-once'],
      ...['token-inactive-client-refused', 'secondary-key-works'],
    ],
    steps: [
      // A pending account need not get a client.
      ...[registerAccount('first'), makeClient('first'), showAccount('first')],
      decideOn('approve_partner', 'first'),
      ...[makeClient('first'), makeClient('first'), showAccount('first')],
      ...[registerAccount('of its address', 'first', 'email'), showAccount('of its address')],
      ...[registerAccount('of its company', 'first', 'company'), showAccount('of its company')],
      // The last client is inactive before its account is disabled, and stays so.
      ...[makeClient('first'), change('deactivate_client', 'first', -1)],
      ...[holdToken('first'), makeKey('first'), submitQuote('first'), makeKey('first')],
      decideOn(
        ...(['disable_partner', 'first'] as const),
        ...[readQuote('first'), makeClient('first'), showAccount('first')],
        // A client may already be inactive, together with its account.
        ...[
          change('deactivate_client', 'first', 0),
          change('activate_client', 'first', 0),
          showAccount('first'),
        ],
        decideOn(
          ...(['approve_partner', 'first'] as const),
          ...[showAccount('first'), makeClient('first'), tryLast('first'), readWithKeys('first', -1)],
          ...[decideOn('disable_partner', 'first'), showAccount('first')],
          decideOn('approve_partner', 'first', decideOn('deny_partner', 'first', showAccount('first'))),
        ),
      ),
      ...[registerAccount('second'), makeClient('second'), makeClient('second'), showAccount('second')],
      decideOn(
        ...(['deny_partner', 'second'] as const),
        ...[makeClient('second'), showAccount('second')],
        ...[registerAccount('once more', 'second', 'email', 'company'), showAccount('once more')],
        ...[
          registerAccount('of that company', 'second', 'company'),
          showAccount('of that company'),
          showAccount('second'),
        ],
      ),
    ],
  },
  {
    id: 'office/clients',
    title: 'A client works from its creation on, and its secret is shown once',
    needs: [{ operator: 'create_client' }],
    shows: [
      ...['client-id-shape', 'client-has-its-properties', 'client-status-values'],
      ...['client-secret-is-shown-once', 'credentials-come-from-the-portal', 'lost-secret-is-replaced'],
      ...['deactivation-spares-other-clients', 'token-inactive-client-refused', 'secondary-key-works'],
      'token-foreign-secret-refused',
    ],
    steps: [
      // The token is issued before there is another client, and stays valid.
      ...[openAccount('it'), makeClient('it'), holdToken('it'), tryLast('it')],
      ...[makeClient('it', 'without a description'), tryLast('it')],
      ...[makeClient('it', 'with the name of the first'), tryLast('it')],
      ...[makeKey('it'), submitQuote('it'), makeKey('it'), readQuote('it'), readWithKeys('it', 1)],
      crossSecrets('it'),
      // Each of two clients is inactive alone, and together with the other one. At the end each gets the status that it has already.
      ...[change('deactivate_client', 'it', 0, SHOW), change('deactivate_client', 'it', 1, SHOW)],
      ...[change('activate_client', 'it', 0, SHOW), change('activate_client', 'it', 1, SHOW)],
      ...[change('deactivate_client', 'it', 1, SHOW), change('deactivate_client', 'it', 1, SHOW)],
      change('activate_client', 'it', 0, SHOW),
    ],
  },
]

/** The scenarios of accounts and clients in the back office (2.6, 5.rule.2, 5.rule.4, 5.rule.7, 5.rule.8, R36). */
export const officeCourses: readonly PlatformScenario[] = COURSES.map(({ steps, ...course }) =>
  officeScenario({ ...course, drive: (context, office) => takeOfficeCourse(steps, context, office) }),
)
