import type { ApiOperation } from './answer.ts'

export interface Route {
  readonly operation: ApiOperation
  readonly method: 'GET' | 'POST' | 'PUT'
  /** The path below the base URL. */
  readonly path: string
}

/** The eight endpoints (section 4). */
export const routes: readonly Route[] = [
  { operation: 'submit', method: 'POST', path: '/submit' },
  { operation: 'status', method: 'GET', path: '/status/:id' },
  { operation: 'update', method: 'PUT', path: '/update/:id' },
  { operation: 'bind', method: 'PUT', path: '/bind/:id' },
  { operation: 'quote-preview', method: 'GET', path: '/document/quote-preview/stream/:id' },
  { operation: 'quote-proposal', method: 'GET', path: '/document/quote-proposal/stream/:id' },
  { operation: 'policy-preview', method: 'GET', path: '/document/policy-preview/stream/:id' },
  { operation: 'policy', method: 'GET', path: '/document/policy/stream/:id' },
]

/** The operation of a path, for any method; undefined for an unknown path. */
export function operationAt(path: string): ApiOperation | undefined {
  return routes.find((route) => path.startsWith(route.path.replace(':id', '')))?.operation
}
