import type { Behaviour, BehaviourChanges } from '../../behaviour.ts'
import type { Quote } from '../../quotes/quote.ts'

/** Notes which client submitted each quote: the platform itself knows the partner alone. */
export function notingClients({ operations }: Behaviour): {
  readonly operations: NonNullable<BehaviourChanges['operations']>
  clientOf(quote: unknown): string | undefined
} {
  const clients = new WeakMap<object, string>()
  return {
    operations: {
      async submit(call, platform) {
        const before = new Set<Quote>(platform.quotes.values())
        const answer = await operations.submit(call, platform)
        const text = String(call.headers.authorization).replace(/^bearer /i, '')
        const client = platform.tokens.get(text)?.clientId
        for (const quote of platform.quotes.values())
          if (!before.has(quote) && client !== undefined) clients.set(quote, client)
        return answer
      },
    },
    clientOf: (quote) => (typeof quote === 'object' && quote !== null ? clients.get(quote) : undefined),
  }
}
