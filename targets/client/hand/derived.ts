import { createHmac } from 'node:crypto'
import type { GivenCredentials } from '../platform-instance.ts'

/** The path and the shared credentials of a run that people drive. All follow from a key. */
export function derivedFrom(key: string): { readonly path: string; readonly credentials: GivenCredentials } {
  const digest = (name: string) => createHmac('sha256', key).update(name).digest()
  const secret = (name: string) => digest(name).toString('base64url')
  return {
    path: `/r/${digest('path').toString('hex').slice(0, 10)}`,
    credentials: {
      clientId: `m2m-${uuidFrom(digest('partner'))}-${uuidFrom(digest('client'))}`,
      clientSecret: secret('client secret'),
      integrationKey: `ik_${secret('integration key')}`,
    },
  }
}

/** A UUID of version 4. */
function uuidFrom(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
