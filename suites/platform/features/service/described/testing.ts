import { isObject, type JsonObject } from '../../../../../conformance/json/object.ts'
import { withoutValue, withValue } from '../../../../../conformance/json/pointer.ts'

export type Edit = (document: JsonObject) => unknown

export const put =
  (at: string, value: unknown): Edit =>
  (document) =>
    withValue(document, at, value)

export const take =
  (at: string): Edit =>
  (document) =>
    withoutValue(document, at)

export const renamed =
  (text: string, instead: string): Edit =>
  (document) =>
    JSON.parse(JSON.stringify(document).replaceAll(text, instead)) as unknown

/** Rewrites every object of a document, innermost first. */
export function everywhere(node: unknown, change: (node: JsonObject) => unknown): unknown {
  if (Array.isArray(node)) return node.map((one) => everywhere(one, change))
  if (!isObject(node)) return node
  return change(Object.fromEntries(Object.entries(node).map(([key, one]) => [key, everywhere(one, change)])))
}
