import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { PlatformScenario } from '../../vocabulary/context.ts'
import { describe, finding, statusClassIs, succeeded, withAnswer } from '../../vocabulary/judge/answer.ts'
import { noTokenIn } from '../../vocabulary/judge/no-token.ts'
import { type OfficeTrace, officeClaim, officeScenario } from '../../vocabulary/operator/scenario.ts'
import { eachAnother, shownOnce } from '../../vocabulary/operator/secrets.ts'
import { asFarAsOffered, under, whenDone } from '../../vocabulary/operator/step.ts'
import type { ClientAfter, ClientChange } from './client-changes.ts'
import { CLIENT, hasItsProperties } from './client-properties.ts'
import { type ClientSeen, type ClientsTrace, driveClients } from './clients.ts'
import { tokenIn } from './granted.ts'
import { isAccessGranted } from './retry-until.ts'
import { statusWord } from './status-word.ts'

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Creates M2M clients, uses them, and deactivates and activates them (2.6, 5.rule.2, 5.rule.4, 5.rule.7, R36). */
export const m2mClients: PlatformScenario = officeScenario<ClientsTrace>({
  id: 'office/clients',
  title: 'A client works from its creation on, and its secret is shown once',
  needs: [{ operator: 'create_client' }],
  shows: ['token-inactive-client-refused', 'secondary-key-works'],
  drive: driveClients,
  claims: [
    officeClaim('client-id-shape', ({ clients, partnerId }) =>
      all(asFarAsOffered(clients.map((client) => whenDone(client.step, () => shapeOf(client, partnerId))))),
    ),
    officeClaim('client-has-its-properties', ({ clients, changes }) =>
      all(
        asFarAsOffered([
          ...clients.map((client) => hasItsProperties(client.snapshot, client)),
          ...afterChanges(
            changes,
            () => true,
            ({ snapshot, properties }) => hasItsProperties(snapshot, properties),
          ),
        ]),
      ),
    ),
    officeClaim('client-status-values', ({ clients, changes }) =>
      all(
        asFarAsOffered([
          ...clients.map(({ snapshot }) => statusWord(snapshot, 'active', CLIENT)),
          ...afterChanges(changes, ({ isInactive }) => isInactive !== undefined, statusAfter),
        ]),
      ),
    ),
    officeClaim('client-secret-is-shown-once', ({ clients }, trace) => {
      const snapshots = clients.filter(({ snapshot }) => snapshot.step.kind === 'done')
      const verdict = shownOnce(trace.secrets, 'client')
      return verdict.kind === 'passed' && snapshots.length === 0
        ? cannotTell('nothing shows a client after its creation', 'operator.show_client')
        : verdict
    }),
    officeClaim('status-stays-readable', readableByBoth, 'for another client of its account'),
    officeClaim('credentials-come-from-the-portal', worksAtOnce),
    officeClaim('lost-secret-is-replaced', replaced),
    officeClaim('deactivation-spares-other-clients', ({ changes }) =>
      all(
        asFarAsOffered([
          ...afterChanges(
            changes,
            ({ wasInactive }) => !wasInactive,
            ({ token }) => tokenIn(token),
          ),
          ...changes.map(({ own, step }) => whenDone(step, () => tokenIn(own))),
        ]),
      ),
    ),
    officeClaim(
      'token-foreign-secret-refused',
      ({ clients, crossed }) => {
        if (crossed.length === 0) return cannotTell('no second client was made', 'operator.create_client')
        const verdict = all(crossed.map(noTokenIn))
        const [first, second] = clients.map(({ token }) => token !== undefined && succeeded(token))
        return verdict.kind === 'passed' && !(first && second)
          ? cutOff('the two clients got no token')
          : verdict
      },
      'of the same account',
    ),
  ],
})

/** Judges that a quote can be read by each client of its account. The partner reads it (1), whatever client it has at hand. */
function readableByBoth({ withFirst, withSecond }: ClientsTrace): Verdict {
  if (withFirst === undefined || withSecond === undefined)
    return cannotTell('there were no two clients to read with')
  if (!succeeded(withFirst)) return cannotTell('the client that submitted the quote could not read it either')
  return isAccessGranted(withSecond)
    ? statusClassIs(withSecond, 2)
    : cannotTell('the second client was not let in')
}

/** Judges clients after each change. A change that was not carried out yields the verdict that says why. */
function afterChanges(
  changes: readonly ClientChange[],
  concerns: (client: ClientAfter) => boolean,
  judge: (client: ClientAfter) => Verdict,
): readonly Verdict[] {
  return changes.flatMap(({ when, step, clients }) =>
    whenDone(step, () => passed()).kind === 'passed'
      ? clients.filter(concerns).map((client) => under(when, judge(client)))
      : [whenDone(step, () => passed())],
  )
}

function statusAfter({ isInactive, snapshot }: ClientAfter): Verdict {
  return statusWord(snapshot, isInactive === true ? 'inactive' : 'active', CLIENT)
}

function shapeOf({ id = '', step }: ClientSeen, partnerId: string): Verdict {
  const escaped = partnerId.replaceAll(/[^\w-]/g, '\\$&')
  if (new RegExp(`^m2m-${escaped}-${UUID}$`, 'i').test(id)) return passed()
  const exchange = step.kind === 'done' ? { exchange: step.exchange.id } : {}
  return failed({ expected: `m2m-${partnerId}-{uuid}`, observed: id, at: 'client_id', ...exchange })
}

/** Judges that a client gets a token right after its creation and after its reactivation, and can submit with a key. */
function worksAtOnce({ clients, key, submitted, changes }: ClientsTrace): Verdict {
  const tokens = clients.map(({ step, token }) =>
    whenDone(step, () => (token === undefined ? cutOff('the client was not tried') : tokenIn(token))),
  )
  const served =
    submitted === undefined
      ? []
      : [
          withAnswer(submitted, (answer) =>
            answer.status === 401 || answer.status === 403
              ? failed(finding(submitted, 'an answer other than 401 and 403', describe(answer), 'status'))
              : passed(),
          ),
        ]
  const again = afterChanges(
    changes,
    ({ wasInactive, isInactive }) => wasInactive && isInactive === false,
    ({ token }) => tokenIn(token),
  )
  const unmade = key === undefined ? [] : [whenDone(key, () => passed())]
  return all(asFarAsOffered([...tokens, ...unmade, ...served, ...again]))
}

/** Judges that a second client has another secret than the first one, and gets a token. */
function replaced({ clients }: ClientsTrace, { secrets }: OfficeTrace<ClientsTrace>): Verdict {
  const [first, second] = clients
  if (first === undefined || second === undefined) return cutOff('no second client was made')
  return all([
    ...[first, second].map(({ step }) => whenDone(step, () => passed())),
    eachAnother(secrets, 'client'),
    second.token === undefined ? cutOff('the second client was not tried') : tokenIn(second.token),
  ])
}
