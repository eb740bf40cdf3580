import type { Exchange } from '../../../../conformance/exchange.ts'
import type { CredentialsChoice } from '../../../../conformance/ports/platform.ts'
import type { PlatformContext } from '../context.ts'
import type { QuoteOperation } from '../quotes/api.ts'

/** The answer to each operation that the version has. */
export type OperationAnswers = Readonly<Partial<Record<QuoteOperation, Exchange>>>

/** Performs all operations in turn with given credentials. `read`: the quote that is only read; `changed`: those of the update and the bind. */
export type PerformAll = ((credentials: CredentialsChoice) => Promise<OperationAnswers>) & {
  readonly read: string
  readonly changed: Readonly<Record<'update' | 'bind', string>>
}

/**
 * Makes quotes on which each of the eight operations would succeed, and returns a function that performs all of them in turn with
 * given credentials. The update and the bind have a quote of their own, so that they do not disturb the other requests.
 *
 * @throws CannotTell when a quote cannot be brought into the state that an operation needs
 */
export async function onEachOperation({ api, quotes, spec }: PlatformContext): Promise<PerformAll> {
  const [read, update, bind, policy] = await Promise.all([
    quotes.reach('ready_to_bind'),
    quotes.reach('ready_to_bind'),
    quotes.reach('ready_to_bind'),
    quotes.reach('issued'),
  ])
  await quotes.proposalOf(read.id)
  const own: Partial<Record<QuoteOperation, string>> = { update: update.id, bind: bind.id, policy: policy.id }
  const performAll = async (credentials: CredentialsChoice): Promise<OperationAnswers> => {
    const answers: Partial<Record<QuoteOperation, Exchange>> = {}
    for (const { operation } of spec.endpoints) {
      const given = { id: own[operation] ?? read.id, submission: quotes.submission() }
      answers[operation] = await api.perform(operation, given, { credentials })
    }
    return answers
  }
  return Object.assign(performAll, { read: read.id, changed: { update: update.id, bind: bind.id } })
}
