import { readTable } from '../../../conformance/table.ts'
import { type ClientScenario, clientScenario, type SessionScenario } from '../vocabulary/context.ts'
import { claimsNamed, type NamedClaim } from './named-claims.ts'

/** A session by the id of its scenario. */
type Sessions = Readonly<
  Record<string, Omit<SessionScenario, 'id' | 'claims'> & { readonly claims: readonly NamedClaim[] }>
>

/** Reads the sessions of a table beside this file, in its order. @throws RangeError where a claim is not known */
export const sessionsIn = (table: string): readonly ClientScenario[] =>
  Object.entries(readTable<Sessions>(table, import.meta.url)).map(([id, { claims, ...session }]) =>
    clientScenario({ id, ...session, claims: claimsNamed(claims) }),
  )
