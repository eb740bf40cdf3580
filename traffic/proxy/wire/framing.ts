import { type Head, listed, listParts } from './head.ts'

/** How the end of a body is known (RFC 9112, section 6). */
export type BodyFraming =
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunked' }
  /** The body of an answer that ends with its connection. */
  | { readonly kind: 'until-closed' }

const NO_BODY: BodyFraming = { kind: 'length', bytes: 0 }

/** Longer values of the headers that frame a body come from no sensible sender, in characters. */
const LONGEST_VALUE = 1024

/**
 * How the body of a request is framed. Undefined where two readers might disagree: then nothing behind it can be read for
 * certain.
 */
export function requestFraming(head: Head): BodyFraming | undefined {
  if (!head.isCertain) return undefined
  const coding = listed(head, 'transfer-encoding')
  if (coding === undefined) return lengthOf(head)
  const isCertain = endOf(coding) === 'chunked' && listed(head, 'content-length') === undefined
  return isCertain && !head.line.endsWith('HTTP/1.0') ? { kind: 'chunked' } : undefined
}

/**
 * Likewise for an answer.
 *
 * @param method that of its request; undefined where no request is known
 */
export function answerFraming(
  head: Head,
  status: number,
  method: string | undefined,
): BodyFraming | undefined {
  if (!head.isCertain) return undefined
  if (method === 'HEAD' || status === 204 || status === 304 || status < 200) return NO_BODY
  const coding = listed(head, 'transfer-encoding')
  const length = listed(head, 'content-length')
  if (coding === undefined) return length === undefined ? { kind: 'until-closed' } : lengthOf(head)
  if (length !== undefined) return undefined
  const end = endOf(coding)
  return end && { kind: end }
}

/** Where a body with codings ends; undefined where they are no plain list of names, or `chunked` is not the last. */
function endOf(coding: string): 'chunked' | 'until-closed' | undefined {
  if (coding.length > LONGEST_VALUE) return undefined
  const names = listParts(coding.toLowerCase())
  if (!names.every((name) => /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name))) return undefined
  const place = names.indexOf('chunked')
  if (place === -1) return 'until-closed'
  return place === names.length - 1 ? 'chunked' : undefined
}

/** A length that is repeated is one length; two different ones are none. */
function lengthOf(head: Head): BodyFraming | undefined {
  const value = listed(head, 'content-length')
  if (value === undefined) return NO_BODY
  if (value.length > LONGEST_VALUE) return undefined
  const [length = '', ...others] = listParts(value)
  const isOne = /^\d{1,15}$/.test(length) && others.every((other) => other === length)
  return isOne ? { kind: 'length', bytes: Number(length) } : undefined
}

/** Method and target of a request line; undefined where it is none of HTTP/1. */
export function requestLine(head: Head): { readonly method: string; readonly target: string } | undefined {
  const [, method, target] = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/1\.[01]$/.exec(head.line) ?? []
  return method === undefined || target === undefined ? undefined : { method, target }
}

/** The status of a status line; undefined where it is none of HTTP/1. */
export function answerStatus(head: Head): number | undefined {
  const [, status] = /^HTTP\/1\.[01] ([1-5]\d\d)(?: .*)?$/.exec(head.line) ?? []
  return status === undefined ? undefined : Number(status)
}
