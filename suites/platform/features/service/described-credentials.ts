import { all, cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { at, isObject, type JsonObject } from '../../vocabulary/judge/json.ts'

/** Every endpoint of the version asks for the token together with the integration key (5). */
export function asksForBoth(document: JsonObject | undefined, spec: Spec): Verdict {
  if (document === undefined) return cannotTell('there is no document to read')
  const paths = Object.entries(isObject(document.paths) ? document.paths : {})
  const found = spec.endpoints.flatMap(({ method, path }) => {
    const [place, item] = paths.find(([one]) => shape(one).endsWith(shape(path))) ?? []
    const operation = isObject(item) ? item[method.toLowerCase()] : undefined
    return isObject(operation) && place !== undefined
      ? [{ name: `${method} ${path}`, ways: operation.security ?? document.security }]
      : []
  })
  if (found.length === 0) return cannotTell('the description lists none of the endpoints')
  return all(
    found.map(({ name, ways }) =>
      Array.isArray(ways) && ways.length > 0 && ways.every((way) => hasBoth(way, document, spec))
        ? passed()
        : failed({
            expected: `${name} with an access token and ${spec.token.headers.integrationKey}`,
            observed: Array.isArray(ways) && ways.length > 0 ? JSON.stringify(ways) : 'no credential',
            at: 'security',
          }),
    ),
  )
}

const shape = (path: string): string => path.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '')

function hasBoth(way: unknown, document: JsonObject, { token }: Spec): boolean {
  const schemes = Object.keys(isObject(way) ? way : {}).map((name) =>
    at(document, `/components/securitySchemes/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
  const isToken = (scheme: unknown) =>
    isObject(scheme) &&
    (scheme.type === 'oauth2' ||
      scheme.type === 'openIdConnect' ||
      (scheme.type === 'http' && String(scheme.scheme).toLowerCase() === 'bearer') ||
      isHeader(scheme, token.headers.token))
  const isKey = (scheme: unknown) => isHeader(scheme, token.headers.integrationKey)
  return schemes.some(isToken) && schemes.some(isKey)
}

const isHeader = (scheme: unknown, name: string): boolean =>
  isObject(scheme) &&
  scheme.type === 'apiKey' &&
  scheme.in === 'header' &&
  String(scheme.name).toLowerCase() === name.toLowerCase()
