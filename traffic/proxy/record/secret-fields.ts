import { isObject } from '../../../conformance/json/object.ts'
import { parseJson } from '../../../conformance/json/parse.ts'
import { isSecretName } from '../../../targets/evidence/redaction.ts'

/** Names of fields that hold nothing but a secret, where the contract has no such field. */
const SURE =
  /^(?:.*_)?(?:token|jwt|assertion|authori[sz]ation|bearer|passphrase|passwd|pwd|private_?key|signing_?key)$/i
/** Names of fields that mostly hold a secret. */
const LIKELY = /key$|token|^(?:.*_)?session|^s(?:ess)?id$|credential|jwt/i
/** In a form also the code for a token (RFC 6749, section 4.1.3). */
const IN_FORM = /^(?:auth(?:orization)?_?)?code$/i
/** Words and ids of quotes stay readable; a secret is hardly like them. */
const WORD = /^[a-z]+(?:[ _.-][a-z]+)*$/i
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Texts that hold none of these have no secret to learn: a name, or the beginning of JSON under base64. */
const MAY_HOLD =
  /secret|passw|passphrase|pwd|key|token|assertion|authori[sz]ation|bearer|jwt|sess|sid|credential|code=|\be[wy][\w+/-]{14}|\bW[3y][\w+/-]{14}/i
const BASE64 = /^[\w+/-]{16,}={0,2}$/
const [SHORTEST, MOST_DEPTH, MOST_SCANNED, MOST_FOUND] = [8, 4, 64 * 1024, 1000]

/** True where a value of such a name is hidden, also at other places. */
export function isSecret(name: string, value: string): boolean {
  const plain = plainName(name)
  if (value.length < SHORTEST) return false
  if (isSure(plain)) return true
  if (!LIKELY.test(plain) || WORD.test(value)) return false
  return !UUID.test(value) || /sess|sid$/i.test(plain)
}

const plainName = (name: string): string => name.slice(0, 80).replace(/[.\s-]/g, '_')
const isSure = (plain: string): boolean => isSecretName(plain) || SURE.test(plain)

/** The secrets that stand in a text, by the names of their fields: in JSON, forms, multipart, XML and what resembles them. */
export function secretsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  fromText(text, found, 0)
  return found
}

function add(value: string, found: Set<string>): void {
  if (value.length < SHORTEST || found.size >= MOST_FOUND) return
  found.add(value)
  // A value of a header may follow its scheme.
  const [, bare] = /^[A-Za-z]{1,20} +(\S.*)$/s.exec(value) ?? []
  if (bare !== undefined && bare.length >= SHORTEST && !WORD.test(bare)) found.add(bare)
}

function fromText(text: string, found: Set<string>, depth: number): void {
  if (depth > MOST_DEPTH || !MAY_HOLD.test(text)) return
  const json = parseJson(text)
  if (typeof json === 'object' && json !== null) fromJson(json, found, depth)
  else if (typeof json === 'string') fromText(json, found, depth + 1)
  else if (!fromBase64(text, found, depth)) fromOther(text.slice(0, MOST_SCANNED), found)
}

/** Where a text is base64 of JSON with a secret, the whole text is one. */
function fromBase64(text: string, found: Set<string>, depth: number): boolean {
  const encoded = text.trim()
  if (!BASE64.test(encoded)) return false
  const plain = Buffer.from(encoded, 'base64').toString('utf8')
  if (!/^\s*[[{]/.test(plain)) return false
  const before = found.size
  fromText(plain, found, depth + 1)
  if (found.size > before) add(encoded, found)
  return true
}

function fromJson(json: object, found: Set<string>, depth: number): void {
  const open: { readonly value: object; readonly isBelow: boolean }[] = [{ value: json, isBelow: false }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value } = next
    const members: Iterable<readonly [string, unknown]> = isObject(value)
      ? Object.entries(value)
      : (value as readonly unknown[]).map((one) => ['', one] as const)
    for (const [name, inner] of members) {
      if (typeof inner === 'object' && inner !== null)
        open.push({ value: inner, isBelow: next.isBelow || isSure(plainName(name)) })
      if (typeof inner !== 'string') continue
      if (next.isBelow || isSecret(name, inner)) add(inner, found)
      else if (/^\s*[[{"]/.test(inner) || BASE64.test(inner)) nested(inner, found, depth)
    }
  }
}

/** A text within JSON is read only where it is JSON itself, or base64 of it. */
function nested(text: string, found: Set<string>, depth: number): void {
  if (/^\s*[[{"]/.test(text)) fromText(text, found, depth + 1)
  else fromBase64(text, found, depth)
}

function fromOther(text: string, found: Set<string>): void {
  for (const [name, value] of new URLSearchParams(text))
    if (isSecret(name, value) || IN_FORM.test(name)) add(value, found)
  if (/content-disposition/i.test(text)) fromMultipart(text, found)
  for (const [, name = '', value = ''] of text.matchAll(
    /<([\w:.-]{1,64})(?:\s[^<>]{0,200})?>([^<>]{1,4096})</g,
  ))
    if (isSecret(name.replace(/^.*:/, ''), value)) add(value.trim(), found)
  fromBroken(text, found)
}

function fromMultipart(text: string, found: Set<string>): void {
  for (const part of text.split(/\r?\n--|^--/)) {
    const [head = '', ...rest] = part.split(/\r?\n\r?\n/)
    const [, name = ''] = /[; ]name="?([^";\r\n]{1,64})/i.exec(head) ?? []
    const value = rest.join('\n\n').trim()
    if (isSecret(name, value)) add(value, found)
  }
}

/** Names with a value behind `:` or `=`, as in JSON that does not end, or in YAML. */
function fromBroken(text: string, found: Set<string>): void {
  for (const match of text.matchAll(/([\w.-]{1,64})["']?\s{0,64}[:=]\s{0,64}/g)) {
    const [all, name = ''] = match
    const behind = text.slice(match.index + all.length, match.index + all.length + 4096)
    const list = /^[[{][^\]}]*/.exec(behind)?.[0]
    const values =
      list === undefined
        ? [/^"((?:[^"\\]|\\.)*)|^'([^']*)|^([^\s,;&<>"'{}[\]]+)/.exec(behind)?.slice(1).join('') ?? '']
        : [...list.matchAll(/["']([^"']{8,})["']?/g)].map(([, one = '']) => one)
    for (const value of values) if (isSecret(name, value)) add(value, found)
  }
}
