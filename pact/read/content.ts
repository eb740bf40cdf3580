import { isObject } from '../../conformance/json/object.ts'
import { parseJson } from '../../conformance/json/parse.ts'
import type { Content } from '../model.ts'

/** Media type without parameters, in lower case. */
export const mediaType = (text: string): string => text.split(';')[0]?.trim().toLowerCase() ?? ''

export const isJsonType = (type: string): boolean =>
  /^application\/(.+\+)?json$|^text\/json$/.test(mediaType(type))

/**
 * Reads a body of versions 1 to 3: the value itself.
 * @param body undefined where the file says nothing about it
 * @param contentType of the message, where it has one
 */
export function plainContent(body: unknown, contentType: string | undefined, at: string): Content {
  const base = { at, ...(contentType === undefined ? {} : { contentType }) }
  if (body === undefined) return { ...base, kind: 'absent' }
  if (typeof body !== 'string') return { ...base, kind: 'json', value: body }
  return textContent(body, base)
}

/** Reads a body of version 4: the value with its type and encoding. */
export function describedContent(body: unknown, fromHeader: string | undefined, at: string): Content {
  if (!isObject(body) || !('content' in body)) {
    const none = body === undefined || body === null || (isObject(body) && Object.keys(body).length === 0)
    return plainContent(none ? undefined : body, fromHeader, at)
  }
  const own = typeof body.contentType === 'string' ? body.contentType : undefined
  const contentType = own ?? fromHeader
  const base = { at: `${at}/content`, ...(contentType === undefined ? {} : { contentType }) }
  const { content, encoded } = body
  if (typeof content !== 'string') return plainContent(content, contentType, base.at)
  if (encoded === 'base64' || encoded === true) return decoded(Buffer.from(content, 'base64'), base)
  if (isObject(encoded) || String(encoded).toLowerCase() === 'json') {
    const value = parseJson(content)
    if (value !== undefined) return { ...base, kind: 'json', value }
  }
  return textContent(content, base)
}

/** Decodes bytes as text if their type is textual. */
function decoded(bytes: Buffer, base: { readonly at: string; readonly contentType?: string }): Content {
  const textual =
    base.contentType !== undefined && (isJsonType(base.contentType) || /^text\//.test(base.contentType))
  return textual ? textContent(bytes.toString('utf8'), base) : { ...base, kind: 'bytes', bytes }
}

/** Reads a text that is a JSON object or array as JSON, unless its type says otherwise. */
function textContent(text: string, base: { readonly at: string; readonly contentType?: string }): Content {
  const { contentType } = base
  const value = contentType === undefined || isJsonType(contentType) ? parseJson(text) : undefined
  const isJson = typeof value === 'object' && value !== null
  return isJson ? { ...base, kind: 'json', value } : { ...base, kind: 'text', text }
}
