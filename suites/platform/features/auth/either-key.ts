import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { withCredentials } from '../../vocabulary/access/asking.ts'
import { type OperationAnswers, onEachOperation } from '../../vocabulary/access/each-operation.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { statusClassIs, succeeded } from '../../vocabulary/judge/answer.ts'

type Key = 'primary' | 'secondary'

/** Answers about a quote of one key to a request with the other one. */
interface Crossed {
  readonly submittedWith: Key
  /** A read with the key of the submission: where it fails, the other one decides nothing. */
  readonly own: Exchange
  readonly crossed: OperationAnswers
}

/** Checks that a quote belongs to its partner, and not to the key that it was submitted with (2.6, 5, R22). */
export const eitherKey: PlatformScenario = scenario<readonly Crossed[]>({
  id: 'auth/either-key',
  title: 'Each of the two integration keys opens what was made with the other one',
  needs: [{ credential: 'secondary_integration_key' }],
  drive: async (context) => [
    await madeWith(context, 'primary', 'secondary'),
    await madeWith(context, 'secondary', 'primary'),
  ],
  claims: [claim('either-key-opens-every-quote', (seen) => all(seen.map(opens)))],
})

async function madeWith(context: PlatformContext, submittedWith: Key, other: Key): Promise<Crossed> {
  const performAll = await onEachOperation(withCredentials(context, { key: submittedWith }))
  const own = await context.api.status(performAll.read, { credentials: { key: submittedWith } })
  return { submittedWith, own, crossed: await performAll({ key: other }) }
}

function opens({ own, crossed: { submit: _, ...crossed }, submittedWith }: Crossed): Verdict {
  if (!succeeded(own)) return cannotTell(`the ${submittedWith} key did not open its own quote`)
  return all(Object.values(crossed).map((answer) => statusClassIs(answer, 2)))
}
