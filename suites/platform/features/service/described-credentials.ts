import { type Description, descriptionOf, member } from '../../../../conformance/json/document.ts'
import { plainText } from '../../../../conformance/json/plain-text.ts'
import { all, cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { at, isObject, type JsonObject } from '../../vocabulary/judge/json.ts'
import { type DescribedOperation, operationOf, parametersOf } from './described/operations.ts'

/** Judges that the description requires both the token and the integration key on every endpoint (5). */
export function asksForBoth(document: JsonObject | undefined, spec: Spec): Verdict {
  if (document === undefined) return cannotTell('there is no document to read')
  const read = descriptionOf(document, 'the description')
  const found = spec.endpoints.flatMap((endpoint) => {
    const operation = operationOf(endpoint, read)
    if (operation === undefined) return []
    const own = member(operation.place, 'security')
    return [
      {
        name: `${endpoint.method} ${endpoint.path}`,
        ways: own === undefined ? document.security : own.node,
        headers: requiredHeaders(operation, read),
        at: own?.at ?? (document.security === undefined ? operation.place.at : '/security'),
      },
    ]
  })
  if (found.length === 0) return cannotTell('the description lists none of the endpoints')
  return all(
    found.map(({ name, ways, headers, at }) => {
      const listed = Array.isArray(ways) && ways.length > 0 ? ways : [{}]
      return listed.every((way) => hasBoth(way, headers, document, spec))
        ? passed()
        : failed({
            expected: `${name} with an access token and ${spec.token.headers.integrationKey}`,
            observed: [JSON.stringify(listed), ...headers].join(', '),
            at,
          })
    }),
  )
}

/** Header parameters that an operation requires, in lower case: a description may list credentials there. */
const requiredHeaders = (operation: DescribedOperation, document: Description): readonly string[] =>
  parametersOf(operation, document).flatMap(({ node }) =>
    isObject(node) && node.in === 'header' && node.required === true
      ? [plainText(node.name).toLowerCase()]
      : [],
  )

function hasBoth(way: unknown, headers: readonly string[], document: JsonObject, { token }: Spec): boolean {
  const schemes = Object.keys(isObject(way) ? way : {}).map((name) =>
    at(document, `/components/securitySchemes/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
  const isToken = (scheme: unknown) =>
    isObject(scheme) &&
    (scheme.type === 'oauth2' ||
      scheme.type === 'openIdConnect' ||
      (scheme.type === 'http' && plainText(scheme.scheme).toLowerCase() === 'bearer') ||
      isHeader(scheme, token.headers.token))
  const isKey = (scheme: unknown) => isHeader(scheme, token.headers.integrationKey)
  const isSent = (name: string) => headers.includes(name.toLowerCase())
  return (
    (schemes.some(isToken) || isSent(token.headers.token)) &&
    (schemes.some(isKey) || isSent(token.headers.integrationKey))
  )
}

const isHeader = (scheme: unknown, name: string): boolean =>
  isObject(scheme) &&
  scheme.type === 'apiKey' &&
  scheme.in === 'header' &&
  plainText(scheme.name).toLowerCase() === name.toLowerCase()
