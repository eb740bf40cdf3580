import type { RegisteredEndpoint, SecretFacts } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, failed, passed, unlessUnable, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { tryAction } from '../../vocabulary/operator/act.ts'

export interface SecretsTrace {
  /** Facts about the secrets of each endpoint, the oldest first. */
  readonly endpoints: readonly (readonly SecretFacts[])[]
  /** True when an operator action showed or changed an endpoint after its registration. */
  readonly checked: boolean
  readonly rotations: number
}

/** Actions on an endpoint that do not create a secret. */
const READS = ['endpoint_status', 'enable_endpoint', 'delivery_log'] as const
const ROTATIONS = 4
/** Number of rotations after which all endpoints are checked. */
const CHECKED = 2

/** Checks that each endpoint has its own secret, which is shown once (6.signature.2, 6.signature.3, R24, R36). */
export const signingSecrets: PlatformScenario = scenario<SecretsTrace>({
  id: 'webhooks/secrets',
  title: 'Each signing secret belongs to one endpoint and is shown once',
  needs: [{ offers: 'endpoints' }],
  // Rotations follow each other at once: which of all secrets signs in the grace periods is open (R29).
  exempt: ['signature-verifies'],
  async drive({ webhooks, operator, facts }) {
    const types = ['quote.created']
    const first = await webhooks.open(types)
    const together = await Promise.all([webhooks.open(types), webhooks.open([...types, 'policy.created'])])
    const endpoints: RegisteredEndpoint[] = [first, ...together]
    const { otherPartnerId } = facts
    const optional = async (opening: Promise<RegisteredEndpoint> | undefined) => {
      const endpoint = await opening?.catch(unlessUnable)
      // For a known URL, the platform may return the existing endpoint.
      if (endpoint !== undefined && endpoints.every(({ id }) => id !== endpoint.id)) endpoints.push(endpoint)
    }
    await optional(webhooks.openBeside(first, types))
    await optional(otherPartnerId === undefined ? undefined : webhooks.openFor(otherPartnerId, types))

    const reads = READS.filter((action) => operator.can(action))
    let gone: string | undefined
    // Refusals do not matter here: an enabled endpoint need not be enabled again.
    const read = async () => {
      for (const action of reads)
        for (const { id } of endpoints)
          if (id !== gone) await tryAction(operator, action, { endpoint_id: id })
    }
    await read()
    const rotated = operator.can('rotate_secret') ? [first, ...together] : []
    for (let turn = 0; turn < ROTATIONS; turn += 1) {
      // A platform may refuse another rotation during the grace period.
      for (const endpoint of rotated)
        await (turn === 0 ? endpoint.rotate() : endpoint.rotate().catch(unlessUnable))
      if (turn < CHECKED) await read()
    }
    if (operator.can('delete_endpoint')) {
      gone = together[0].id
      await operator.perform('delete_endpoint', { endpoint_id: gone })
      await optional(webhooks.openBeside(together[0], types))
    }
    await optional(webhooks.open(types))
    await read()
    return {
      endpoints: endpoints.map((endpoint) => endpoint.secrets()),
      checked: reads.length + rotated.length > 0,
      rotations: rotated.length === 0 ? 0 : ROTATIONS,
    }
  },
  claims: [
    claim('signing-secret-per-endpoint', ({ endpoints }) => eachItsOwn(endpoints)),
    claim('rotation-makes-a-new-secret', (trace) =>
      trace.rotations === 0
        ? cannotTell('no secret can be rotated', 'operator.rotate_secret')
        : eachRotationNew(trace.endpoints),
    ),
    claim('signing-secret-is-shown-once', (trace) =>
      trace.checked
        ? eachShownOnce(trace.endpoints)
        : cannotTell('nothing shows an endpoint after its registration', 'operator.endpoint_status'),
    ),
  ],
})

function eachItsOwn(endpoints: SecretsTrace['endpoints']): Verdict {
  const owners = new Map<number, number>()
  for (const [place, secrets] of endpoints.entries())
    for (const { mark, shownIn } of secrets) {
      const owner = owners.get(mark) ?? place
      owners.set(mark, owner)
      if (owner !== place)
        return failed({
          expected: 'a secret that no other endpoint has',
          observed: `endpoints ${owner + 1} and ${place + 1} have the same one`,
          ...exchangeOf(shownIn),
        })
    }
  return passed()
}

/** Judges that no rotation gives an endpoint a secret that it has had before (R24). */
export function eachRotationNew(endpoints: SecretsTrace['endpoints']): Verdict {
  for (const secrets of endpoints) {
    const again = secrets.find(({ mark }, place) => secrets.findIndex((one) => one.mark === mark) < place)
    if (again !== undefined)
      return failed({
        expected: 'another secret after a rotation',
        observed: 'a secret that the endpoint had before',
        ...exchangeOf(again.shownIn),
      })
  }
  return passed()
}

/** Judges that each secret is shown once. One that was given to two endpoints may be shown twice; another claim judges that. */
export function eachShownOnce(endpoints: SecretsTrace['endpoints']): Verdict {
  const again = endpoints.flat().find(({ made = 1, shownIn }) => shownIn.length > made)
  return again === undefined
    ? passed()
    : failed({
        expected: 'no answer with the secret but the one that made it',
        observed: `${again.shownIn.length} answers with it`,
        ...exchangeOf(again.shownIn),
      })
}

const exchangeOf = (shownIn: readonly string[]) => {
  const exchange = shownIn.at(-1)
  return exchange === undefined ? {} : { exchange }
}
