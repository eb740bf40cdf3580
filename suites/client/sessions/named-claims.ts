import * as bodies from '../claims/bodies.ts'
import * as documents from '../claims/documents.ts'
import * as endings from '../claims/endings.ts'
import { inEverySession } from '../claims/in-every-session.ts'
import * as pace from '../claims/pace.ts'
import * as polling from '../claims/polling.ts'
import * as retries from '../claims/retries.ts'
import * as safety from '../claims/safety.ts'
import * as tokens from '../claims/tokens.ts'
import type { ClientClaim } from '../vocabulary/context.ts'

/** Claims on a journey that runs to its end: the documents are saved and the result is written. */
const wholeJourney: readonly ClientClaim[] = [
  ...inEverySession,
  ...polling.pollingClaims,
  tokens.reusesItsToken,
  safety.printsNoSecret,
  endings.endsInOrder('client-writes-its-result'),
  documents.savesTheProposal,
  documents.savesThePolicy,
]

/** Everything that a table may name: a claim, several of them, or a function that makes one of its arguments. */
const NAMED: Readonly<Record<string, unknown>> = Object.assign(
  { wholeJourney, inEverySession },
  ...[bodies, documents, endings, pace, polling, retries, safety, tokens],
)

/** A claim as a table names it: by its name, or by the function that makes it, with an argument or several. */
export type NamedClaim = string | Readonly<Record<string, string | readonly string[]>>

/** Finds claims by their names. @throws RangeError for a name that no claim has */
export const claimsNamed = (names: readonly NamedClaim[]): readonly ClientClaim[] =>
  names.flatMap((given) => {
    if (typeof given === 'string') return [found(given)].flat() as readonly ClientClaim[]
    return Object.entries(given).map(([name, values]) => {
      const make = found(name)
      if (typeof make !== 'function') throw new RangeError(`${name} takes no argument`)
      return make(...[values].flat()) as ClientClaim
    })
  })

function found(name: string): unknown {
  if (!Object.hasOwn(NAMED, name)) throw new RangeError(`there is no claim ${name}`)
  return NAMED[name]
}
