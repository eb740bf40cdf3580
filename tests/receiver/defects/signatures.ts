import { SECRETS } from '../fake.ts'
import { also, type Defect, joined, matching, verifying } from './defect.ts'

const SIGNATURES = 'forgeries/signatures'
const RECIPES = 'forgeries/recipes'

/** A body written anew, with the keys of its objects in alphabetical order. */
function bySortedKeys(body: Buffer): string {
  const parsed: unknown = JSON.parse(body.toString('utf8'))
  return JSON.stringify(parsed, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}

/** Defects in verifying a signature. */
export const signatureDefects: Readonly<Record<string, Defect>> = {
  'verifies nothing': {
    changes: verifying(() => true),
    in: SIGNATURES,
    finds: [
      'receiver-refuses-wrong-signature',
      'receiver-refuses-missing-signature',
      'receiver-processes-no-forgery',
    ],
  },
  'verifies only where there is a signature': {
    changes: verifying((got, check) => got.signature === '' || check(got)),
    in: SIGNATURES,
    finds: ['receiver-refuses-missing-signature', 'receiver-refuses-empty-signature'],
  },
  'takes an empty signature': {
    changes: verifying((got, check) => got.headers['x-platform-signature'] === '' || check(got)),
    in: SIGNATURES,
    finds: ['receiver-refuses-empty-signature'],
  },
  'takes the beginning of a signature': {
    changes: matching((given, wanted) => given !== '' && wanted.startsWith(given)),
    in: SIGNATURES,
    finds: ['receiver-refuses-truncated-signature'],
  },
  'takes a signature with more behind it': {
    changes: matching((given, wanted) => given.startsWith(wanted)),
    in: SIGNATURES,
    finds: ['receiver-refuses-prolonged-signature'],
  },
  'verifies each of a list of signatures, also of an empty list': {
    changes: matching((given, wanted) =>
      given
        .split(',')
        .filter(Boolean)
        .every((one) => one === wanted),
    ),
    in: SIGNATURES,
    finds: ['receiver-refuses-missing-signature', 'receiver-refuses-empty-signature'],
  },
  'tries the body with its keys sorted': {
    changes: also(({ id, timestamp, body }) =>
      joined(`${id}.${timestamp}.`, Buffer.from(bySortedKeys(body))),
    ),
    in: RECIPES,
    finds: ['receiver-refuses-other-joint'],
  },
  'decodes hex up to the first other letter': {
    changes: matching(
      (given, wanted) => /^[0-9a-f]{64}(?![0-9a-f]{2})/.test(given) && given.startsWith(wanted),
    ),
    in: SIGNATURES,
    finds: ['receiver-refuses-prolonged-signature'],
  },
  'takes any list of signatures': {
    changes: matching((given, wanted) => given.includes(',') || given === wanted),
    in: SIGNATURES,
    finds: ['receiver-refuses-wrong-signature'],
  },
  'looks for the signature anywhere in the header': {
    changes: matching((given, wanted) => given.includes(wanted)),
    in: SIGNATURES,
    finds: ['receiver-refuses-prolonged-signature'],
  },
  'compares the first eight digits': {
    changes: matching((given, wanted) => given.slice(0, 8) === wanted.slice(0, 8)),
    in: SIGNATURES,
    finds: ['receiver-refuses-wrong-signature', 'receiver-refuses-truncated-signature'],
  },
  'compares all but the last digit': {
    changes: matching((given, wanted) => given.slice(0, 63) === wanted.slice(0, 63)),
    in: SIGNATURES,
    finds: ['receiver-refuses-wrong-signature'],
  },
  'compares the length alone': {
    changes: matching((given, wanted) => given.length === wanted.length),
    in: SIGNATURES,
    finds: ['receiver-refuses-wrong-signature', 'receiver-refuses-non-hex-signature'],
  },
  'compares as many bytes as hex gave': {
    changes: matching((given, wanted) => {
      const bytes = Buffer.from(given, 'hex')
      return bytes.length > 0 && bytes.equals(Buffer.from(wanted, 'hex').subarray(0, bytes.length))
    }),
    in: SIGNATURES,
    finds: ['receiver-refuses-truncated-signature', 'receiver-refuses-non-hex-signature'],
  },
  'takes base64 too': {
    changes: matching(
      (given, wanted) => given === wanted || Buffer.from(given, 'base64').toString('hex') === wanted,
    ),
    in: SIGNATURES,
    finds: ['receiver-refuses-non-hex-signature'],
  },
  'signs the body alone': {
    changes: also(({ body }) => body),
    in: RECIPES,
    finds: ['receiver-refuses-body-only-signature'],
  },
  'takes signatures without the timestamp': {
    changes: also(({ id, body }) => joined(`${id}.`, body)),
    in: RECIPES,
    finds: ['receiver-refuses-body-only-signature'],
  },
  'takes signatures without periods': {
    changes: also(({ id, timestamp, body }) => joined(id, timestamp, body)),
    in: RECIPES,
    finds: ['receiver-refuses-other-joint'],
  },
  'takes the parts in another order': {
    changes: also(({ id, timestamp, body }) => joined(`${timestamp}.${id}.`, body)),
    in: RECIPES,
    finds: ['receiver-refuses-other-joint'],
  },
  'takes SHA-512 too': {
    changes: also(({ id, timestamp, body }) => joined(`${id}.${timestamp}.`, body), 'sha512'),
    in: RECIPES,
    finds: ['receiver-refuses-other-hash'],
  },
  'takes SHA-1 too': {
    changes: also(({ id, timestamp, body }) => joined(`${id}.${timestamp}.`, body), 'sha1'),
    in: RECIPES,
    finds: ['receiver-refuses-other-hash'],
  },
  'takes any 64 hex digits': {
    changes: matching((given) => /^[0-9a-f]{64}$/.test(given)),
    in: RECIPES,
    finds: ['receiver-refuses-foreign-secret', 'receiver-refuses-swapped-signature'],
  },
  'takes a revoked secret': {
    changes: { secrets: [SECRETS.own, SECRETS.previous, SECRETS.revoked] },
    in: 'forgeries/revoked',
    finds: ['receiver-refuses-the-revoked-secret'],
  },
  'knows only the new secret': {
    changes: { secrets: [SECRETS.own] },
    in: 'secrets/grace',
    finds: ['receiver-accepts-the-previous-secret'],
  },
}
