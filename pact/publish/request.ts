import { valueAt } from '../../conformance/json/pointer.ts'
import type { Spec } from '../../spec/index.ts'
import type { ContractRow } from './contract.ts'

/** The quote id in the contract. A verification replaces it by the id of a real quote. */
const QUOTE_ID = '3f2b8c1e-5d4a-4c6b-9e7f-1a2b3c4d5e6f'

/** A request, with examples instead of secrets. */
export interface ContractRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
}

const TOKEN_PATH = '/oauth/token'

export function requestOf(spec: Spec, row: ContractRow): ContractRequest {
  const { token } = spec
  if (row.operation === 'token') {
    const form = {
      client_id: 'a-client',
      client_secret: 'a-secret',
      grant_type: token.grantType,
      scope: token.scope,
    }
    return {
      method: token.method,
      path: TOKEN_PATH,
      headers: { 'Content-Type': token.contentType },
      text: new URLSearchParams(form).toString(),
    }
  }
  const endpoint = spec.endpoints.find(({ operation }) => operation === row.operation)
  const { method, path } = endpoint ?? { method: 'GET', path: '/' }
  const json = bodyOf(spec, row)
  return {
    method,
    path: path.replace('{id}', QUOTE_ID),
    headers: {
      [token.headers.token]: `${token.headers.scheme} a-token`,
      [token.headers.integrationKey]: 'a-key',
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(json !== undefined && { json }),
  }
}

function bodyOf(spec: Spec, { operation, body }: ContractRow): unknown {
  const example = (path: string, method: string, name: string) =>
    valueAt(
      spec.openapi,
      `/paths/${path.replaceAll('/', '~1')}/${method}/requestBody/content/application~1json/examples/${name}/value`,
    )
  switch (operation) {
    case 'submit': {
      const { broker_email: broker, ...rest } = example('/submit', 'post', 'complete') as Readonly<
        Record<string, unknown>
      >
      return body === 'invalid' ? rest : { broker_email: broker, ...rest }
    }
    case 'update':
      return body === 'invalid' ? { it_manager_same: 'no' } : example('/update/{id}', 'put', 'contacts')
    case 'bind':
      return {}
    default:
      return undefined
  }
}
