import type { Exchange } from '../../../../conformance/exchange.ts'
import type { MadeClient, MadeKey, TokenHandle } from '../../../../conformance/ports/platform.ts'
import { cannotTell, unlessUnable, type Verdict } from '../../../../conformance/verdict.ts'
import { withCredentials } from '../../vocabulary/access/asking.ts'
import { type OperationAnswers, onEachOperation } from '../../vocabulary/access/each-operation.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { outcomeOf } from '../../vocabulary/quotes/quotes.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { isAccessGranted, retryUntil } from './retry-until.ts'

/** A key that no portal issued, and the primary one of the run's own partner. */
export type StrangeKey = 'wrong' | 'primary'

/** Sends requests about quotes of an account, with a token of its client and any of its keys. */
export interface Reader {
  read(key: MadeKey): Promise<Exchange>
  /** Reads with a key that is none of the account's. */
  readWith(key: StrangeKey): Promise<Exchange>
  /** Performs each of the eight operations on quotes of the account; only the status where those quotes could not be made. */
  askEach(key: MadeKey): Promise<OperationAnswers>
  /** Gets a new token, since the old one may have expired; false where none is issued. */
  renew(): Promise<boolean>
}

/**
 * Makes a quote with the account's credentials and returns a reader for it, or why there is none.
 *
 * @param forEach whether to prepare quotes for `askEach`
 */
export async function readerOf(
  context: PlatformContext,
  client: MadeClient,
  first: MadeKey,
  { forEach = true }: { readonly forEach?: boolean } = {},
): Promise<Reader | { readonly left: Verdict }> {
  const { http, api, quotes, clock } = context
  let token: TokenHandle | undefined = (await http.holdToken(client)).token
  const credentials = (key: MadeKey) => ({ token: token ?? ('none' as const), key })
  const submit = async () =>
    (await quotes.submit('ready_to_bind', { credentials: credentials(first) })).answer
  const answer = await retryUntil(clock, submit, isAccessGranted)
  const id = quoteIdOf(answer)
  if (id === undefined) return { left: cannotTell(`the new account made no quote: ${outcomeOf(answer)}`) }
  const read = (key: MadeKey) => api.status(id, { credentials: credentials(key) })
  const performAll = forEach
    ? await onEachOperation(withCredentials(context, credentials(first))).catch(unlessUnable)
    : undefined
  return {
    read,
    readWith: (key) => api.status(id, { credentials: { token: token ?? 'none', key } }),
    askEach: async (key) =>
      performAll === undefined ? { status: await read(key) } : performAll(credentials(key)),
    async renew() {
      token = (await http.holdToken(client)).token
      return token !== undefined
    },
  }
}
