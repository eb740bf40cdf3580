import type { NamedClient } from '../../conformance/exchange.ts'
import { type PosixPiece, posixWord } from './posix.ts'
import { upper, variableOf } from './variables.ts'

/** Invalid credentials that need no secret. */
const WRONG = { token: 'no-such-token', key: 'no-such-key', secret: 'no-such-secret' }
const ALTERED: ReadonlySet<string> = new Set([
  ...['tampered', 'tampered-at-end', 'truncated', 'prolonged', 'swapped-case'],
])
const NAMED_CLIENTS: ReadonlySet<string> = new Set(['own', 'other-partner', 'inactive', 'disabled-partner'])

/** Records a variable that a script needs. */
export type Needs = (variable: string) => string

/** The variable of the script that holds a token. */
const tokenVariable = (name: string): string => `token_${upper(name).toLowerCase()}`

/** Names of the tokens that the script requests itself, by the credential in a request: `own` for a tampered token. */
export function tokenOf(choice: string): string | undefined {
  if (choice === 'own' || choice === 'other-partner' || choice.startsWith('held ')) return choice
  const without = ['none', 'empty', 'garbled', 'expired', 'integration-key']
  return without.includes(choice) ? undefined : 'own'
}

/** The `Authorization` header of a request; empty where it has none, undefined for a credential that no script can make. */
export function authorization(choice: string, needs: Needs): readonly PosixPiece[] | undefined {
  const bearer = (shell: string) => [{ text: 'authorization: Bearer ' }, { shell }]
  const own = `$${tokenVariable('own')}`
  switch (choice) {
    case 'none':
    case 'in-query':
      return []
    case 'empty':
      return [{ text: 'authorization: Bearer' }]
    case 'garbled':
      return [{ text: `authorization: Bearer ${WRONG.token}` }]
    case 'expired':
      return bearer(`$${needs('QUOTE_ACCESS_TOKEN_EXPIRED')}`)
    case 'integration-key':
      return bearer(`$${needs('QUOTE_INTEGRATION_KEY')}`)
    case 'basic-scheme':
      return [{ text: 'authorization: Basic ' }, { shell: own }]
    case 'no-scheme':
      return [{ text: 'authorization: ' }, { shell: own }]
    case 'unsigned':
      return bearer(`$(altered unsigned "${own}")`)
    case 'prolonged':
      return bearer(`$(altered prolonged-token "${own}")`)
  }
  if (ALTERED.has(choice)) return bearer(`$(altered ${choice} "${own}")`)
  const name = tokenOf(choice)
  return name === undefined ? undefined : bearer(`$${tokenVariable(name)}`)
}

/** The header with the integration key; empty where there is none, undefined for a key that no script can have. */
export function integrationKey(choice: string, needs: Needs): readonly PosixPiece[] | undefined {
  const header = (piece: PosixPiece) => [{ text: 'x-integration-key: ' }, piece]
  if (choice === 'none') return []
  // With `name;` curl sends a header without a value.
  if (choice === 'empty') return [{ text: 'x-integration-key;' }]
  if (choice === 'wrong' || choice === 'wrong-twice') return [{ text: `x-integration-key: ${WRONG.key}` }]
  if (choice === 'client-secret') return header({ shell: `$${needs('QUOTE_CLIENT_SECRET')}` })
  if (ALTERED.has(choice))
    return header({ shell: `$(altered ${choice} "$${needs('QUOTE_INTEGRATION_KEY')}")` })
  if (choice !== 'primary' && choice !== 'secondary' && choice !== 'other-partner') return undefined
  return header({ shell: `$${needs(variableOf('INTEGRATION_KEY', choice))}` })
}

/** Returns the variable for a client id; undefined where the id is not from the profile. */
export function clientId({ id }: NamedClient, needs: Needs): string | undefined {
  return NAMED_CLIENTS.has(id) ? `$${needs(variableOf('CLIENT_ID', id))}` : undefined
}

/** Returns the text or variable for a client's secret; undefined where no script can have it. */
export function clientSecret({ id, secret }: NamedClient, needs: Needs): PosixPiece | undefined {
  if (secret === 'empty') return { text: '' }
  if (secret === 'wrong' || secret === 'unknown') return { text: WRONG.secret }
  if (NAMED_CLIENTS.has(secret)) return { shell: `$${needs(variableOf('CLIENT_SECRET', secret))}` }
  const owner = NAMED_CLIENTS.has(id) ? id : 'own'
  if (!ALTERED.has(secret)) return undefined
  return { shell: `$(altered ${secret} "$${needs(variableOf('CLIENT_SECRET', owner))}")` }
}

/** The command that stores a new token of a client in a variable of the script. */
export function tokenCommand(name: string, { id }: NamedClient, needs: Needs): string {
  const own = NAMED_CLIENTS.has(id) ? id : 'own'
  const credentials = [variableOf('CLIENT_ID', own), variableOf('CLIENT_SECRET', own)]
  const words = credentials.map((variable) => posixWord([{ shell: `$${needs(variable)}` }]))
  return `${tokenVariable(name)}=$(token ${words.join(' ')}) || exit`
}
