import type { Exchange } from '../../../../conformance/exchange.ts'
import type { HeldToken, MadeClient } from '../../../../conformance/ports/platform.ts'
import { cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { outcomeOf } from '../../vocabulary/quotes/quotes.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { isLetIn, patiently } from './patience.ts'

/** An integration key of an account, and its name in the trace. */
export interface KeyInUse {
  readonly name: string
  readonly text: string
}

/** Reads a quote of an account with its credentials. */
export interface Reader {
  read(key: KeyInUse): Promise<Exchange>
  /** Gets a new token, where the one before may have expired. */
  renew(): Promise<void>
}

/** Returns a reader for an account, or why there is none: it reads a quote that is made with the credentials. */
export async function readerOf(
  { http, api, quotes, clock }: PlatformContext,
  client: MadeClient,
  first: KeyInUse,
): Promise<Reader | { readonly left: Verdict }> {
  let token: HeldToken | undefined = (await http.holdToken(client)).token
  const credentials = ({ name, text }: KeyInUse) => ({
    token: token ?? ('none' as const),
    key: { text, as: `made ${name}` },
  })
  const submit = async () =>
    (await quotes.submit('ready_to_bind', { credentials: credentials(first) })).answer
  const answer = await patiently(clock, submit, isLetIn)
  const id = quoteIdOf(answer)
  if (id === undefined) return { left: cannotTell(`the new account made no quote: ${outcomeOf(answer)}`) }
  return {
    read: (key) => api.status(id, { credentials: credentials(key) }),
    async renew() {
      token = (await http.holdToken(client)).token
    },
  }
}
