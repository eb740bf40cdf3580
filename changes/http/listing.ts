import { type Description, member, membersOf, type Place } from '../../conformance/json/document.ts'
import { whole } from './others.ts'

/** One operation of a path, a webhook or a callback, with the members beside it. */
export interface ListedOperation {
  readonly name: string
  /** The method as it is sent. */
  readonly method: string
  /** The path, or the name of the webhook. */
  readonly path: string
  readonly item: Place
  readonly place: Place
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])

/** All operations below a map of paths, webhooks or callbacks. */
export function operationsOf(
  paths: Place | undefined,
  document: Description,
  named: (method: string, path: string) => string,
  isExtensible = true,
): readonly ListedOperation[] {
  return (paths === undefined ? [] : membersOf(paths)).flatMap(([path, place]) => {
    if (isExtensible && path.startsWith('x-')) return []
    const item = whole(place, document)
    const more = member(item, 'additionalOperations')
    return [
      ...membersOf(item)
        .filter(([method]) => METHODS.has(method))
        .map(([method, operation]) => [method.toUpperCase(), operation] as const),
      ...(more === undefined ? [] : membersOf(more)),
    ].map(([method, operation]) => ({ name: named(method, path), method, path, item, place: operation }))
  })
}
