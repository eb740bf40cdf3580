import { isDeepStrictEqual } from 'node:util'
import { type Description, member, membersOf, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'

/** A kind of credential, and the ways to get it. Its name in the document means nothing to a client. */
export interface Scheme {
  readonly name: string
  readonly place: Place
  /** Equal for credentials that are sent alike. */
  readonly key: string
  readonly flows: ReadonlyMap<string, Flow>
}

interface Flow {
  readonly place: Place
  readonly urls: readonly unknown[]
  readonly scopes: readonly string[]
}

/** The scheme with a name; one that is described nowhere is known by its name. */
export function schemeOf(name: string, document: Description): Scheme {
  const at = ['components', 'securitySchemes', name]
  const found = at.reduce<Place | undefined>(
    (place, key) => (place === undefined ? undefined : member(place, key)),
    { node: document.root, at: '' },
  )
  const place =
    found === undefined ? { node: {}, at: '/components/securitySchemes' } : document.resolve(found)
  if (found === undefined || !isObject(place.node)) return { name, place, key: name, flows: new Map() }
  const { type, in: where, name: sent, scheme: word, openIdConnectUrl } = place.node
  const key = JSON.stringify([
    type,
    where,
    where === 'header' ? String(sent).toLowerCase() : sent,
    String(word ?? '').toLowerCase(),
    openIdConnectUrl,
  ])
  const flows = member(place, 'flows')
  const all = flows === undefined ? [] : membersOf(flows).filter(([flow]) => !flow.startsWith('x-'))
  return { name, place, key, flows: new Map(all.map(([flow, one]) => [flow, flowOf(one)])) }
}

const URLS = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl']

function flowOf(place: Place): Flow {
  const node = isObject(place.node) ? place.node : {}
  return {
    place,
    urls: URLS.map((key) => node[key]),
    scopes: isObject(node.scopes) ? Object.keys(node.scopes) : [],
  }
}

/** Says whether a client with one kind of credential has the other: it gets and sends it as before. */
export const serves = (own: Scheme, needed: Scheme): boolean =>
  own.key === needed.key &&
  [...own.flows].every(([name, flow]) => {
    const other = needed.flows.get(name)
    return (
      other !== undefined &&
      isDeepStrictEqual(flow.urls, other.urls) &&
      flow.scopes.every((scope) => other.scopes.includes(scope))
    )
  })
