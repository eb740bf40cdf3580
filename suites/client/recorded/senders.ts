import type { Exchange } from '../../../conformance/exchange.ts'
import { headerOf } from '../../../conformance/headers.ts'
import { onceFor } from '../../../conformance/once.ts'
import { isGrant } from './tokens.ts'

/** The program that a request names as its sender; empty where it names none. */
const agentOf = ({ request }: Exchange): string => headerOf(request.headers, 'user-agent') ?? ''

/** A name that is equal for requests of one program with one token. */
export const callerOf = (one: Exchange): string =>
  JSON.stringify([agentOf(one), one.request.credentials?.bearer ?? ''])

/** The requests of one program with one token. */
interface Caller {
  readonly name: string
  readonly agent: string
  readonly grantedAt: number | undefined
  lastAt: number
}

/**
 * Names the client of each request of a ledger. A client that renews its token fetches the new one after its last request with the old
 * one. A token that was fetched earlier, or at a time that nobody knows, is that of another client.
 */
export const clientsIn = onceFor((exchanges: readonly Exchange[]): ((one: Exchange) => string) => {
  const clients = new Map<string, string>()
  const callers = callersIn(exchanges)
  const ends = callers.toSorted((one, other) => one.lastAt - other.lastAt)
  const ended = new Map<string, Caller[]>()
  let next = 0
  const startsOf = ({ grantedAt = Number.NEGATIVE_INFINITY }: Caller): number => grantedAt
  for (const caller of callers.toSorted((one, other) => startsOf(one) - startsOf(other))) {
    for (let end = ends[next]; end !== undefined && end.lastAt <= startsOf(caller); end = ends[++next]) {
      const others = ended.get(end.agent)
      if (others === undefined) ended.set(end.agent, [end])
      else others.push(end)
    }
    const before = ended.get(caller.agent)?.pop()
    clients.set(caller.name, before === undefined ? caller.name : (clients.get(before.name) ?? before.name))
  }
  return (one) => {
    const name = callerOf(one)
    return clients.get(name) ?? name
  }
})

function callersIn(exchanges: readonly Exchange[]): readonly Caller[] {
  const grants = new Map<string, number>()
  for (const { issues = '', targetMs } of exchanges.filter(isGrant))
    if (!grants.has(issues)) grants.set(issues, targetMs)
  const callers = new Map<string, Caller>()
  for (const one of exchanges) {
    if (one.operation === 'token') continue
    const name = callerOf(one)
    const grantedAt = grants.get(one.request.credentials?.bearer ?? '')
    const caller = callers.get(name) ?? { name, agent: agentOf(one), grantedAt, lastAt: one.targetMs }
    caller.lastAt = Math.max(caller.lastAt, one.targetMs)
    callers.set(name, caller)
  }
  return [...callers.values()]
}
