import type { CryptoKey } from 'jose'
import { ConformanceError } from '../../conformance/errors.ts'

/** Loaded only where something is signed or checked, so that other runs need not wait for it. */
const jose = () => import('jose')

const ALGORITHM = 'EdDSA'
const TYPE = 'quote-conformance-certificate+jws'
const fields = ['payload', 'protected', 'signature'] as const

/** Signs a statement with an Ed25519 key. The result is the whole content of `certificate.json`, byte by byte. */
export async function signStatement(statement: unknown, privateKeyPem: string): Promise<string> {
  const { calculateJwkThumbprint, exportJWK, FlattenedSign, importPKCS8 } = await jose()
  const key = await importKey(() => importPKCS8(privateKeyPem, ALGORITHM, { extractable: true }), 'private')
  const { d: _, ...publicJwk } = await exportJWK(key)
  const kid = await calculateJwkThumbprint(publicJwk)
  const signed = await new FlattenedSign(new TextEncoder().encode(JSON.stringify(statement)))
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .sign(key)
  return written(signed)
}

const written = (jws: object): string =>
  `${JSON.stringify(Object.fromEntries(fields.map((name) => [name, Reflect.get(jws, name)])), null, 1)}\n`

const NONE = 'it is no certificate: payload, protected and signature are expected'

/** Says why a text cannot be a certificate, without checking its signature; undefined where it may be one. */
export const problemOfForm = (text: string): string | undefined =>
  parsed(text) === undefined ? NONE : undefined

/** The result of checking a signature: the statement, or the problem. */
export type OpenedStatement = { readonly statement: unknown } | { readonly problem: string }

/**
 * Checks the signature of a certificate, byte by byte: a file that says the same in another form has been changed too.
 *
 * @throws ConformanceError USAGE_KEY for an invalid public key
 */
export async function openStatement(text: string, publicKeyPem: string): Promise<OpenedStatement> {
  const { flattenedVerify, importSPKI } = await jose()
  const key = await importKey(() => importSPKI(publicKeyPem, ALGORITHM), 'public')
  const jws = parsed(text)
  if (jws === undefined) return { problem: NONE }
  try {
    const { payload, protectedHeader } = await flattenedVerify(jws, key, { algorithms: [ALGORITHM] })
    if (protectedHeader?.typ !== TYPE) return { problem: 'it is signed, and is no certificate' }
    if (written(jws) !== text || fields.some((name) => !isCanonical(jws[name])))
      return { problem: 'the file is written otherwise than it was issued' }
    return { statement: JSON.parse(new TextDecoder().decode(payload)) }
  } catch {
    return { problem: 'the signature does not fit: it was signed with another key, or changed since' }
  }
}

function parsed(text: string): Record<(typeof fields)[number], string> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    return fields.every((name) => typeof Reflect.get(value, name) === 'string')
      ? (value as Record<(typeof fields)[number], string>)
      : undefined
  } catch {
    return undefined
  }
}

/** False where the last base64url character has unused bits set: then two texts have the same value. */
function isCanonical(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text
}

async function importKey(load: () => Promise<CryptoKey>, kind: 'public' | 'private') {
  try {
    return await load()
  } catch (cause) {
    const wanted = kind === 'public' ? 'SPKI' : 'PKCS#8'
    throw new ConformanceError(
      'USAGE_KEY',
      `the ${kind} key cannot be read: it should be an Ed25519 key in PEM (${wanted})`,
      {
        hint: 'the command `keygen` makes a pair',
        cause,
      },
    )
  }
}
