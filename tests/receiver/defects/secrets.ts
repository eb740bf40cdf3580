import { createHmac } from 'node:crypto'
import { type Got, right, SECRETS } from '../fake.ts'
import { type Defect, typeIs, verifying } from './defect.ts'

const GRACE = 'secrets/grace'

const isPolicy = typeIs('policy.created')
const hasForeignName = ({ body }: Got): boolean => /[^ -~\s]/.test(body.toString('utf8'))

/** Says whether a delivery is signed with a secret. */
export const isSignedWith = (got: Got, secret: string): boolean =>
  createHmac('sha256', secret).update(right.signed(got)).digest('hex') === got.signature

/** Defects in the treatment of secrets other than the present one. */
export const secretDefects: Readonly<Record<string, Defect>> = {
  'takes a revoked secret for policies': {
    changes: verifying((got, check) => check(got) || (isPolicy(got) && isSignedWith(got, SECRETS.revoked))),
    in: 'forgeries/revoked',
    finds: ['receiver-refuses-the-revoked-secret'],
  },
  'takes the body alone as signed with the old secret': {
    changes: verifying(
      (got, check) =>
        check(got) || createHmac('sha256', SECRETS.previous).update(got.body).digest('hex') === got.signature,
    ),
    in: 'forgeries/previous',
    finds: ['receiver-refuses-body-only-signature'],
  },
  'refuses the old secret for policies': {
    changes: verifying((got, check) => check(got) && !(isPolicy(got) && isSignedWith(got, SECRETS.previous))),
    in: GRACE,
    finds: ['receiver-accepts-the-previous-secret'],
  },
  'drops what the old secret signed': {
    changes: {
      work: (got, process) => (isSignedWith(got, SECRETS.previous) ? undefined : process()),
    },
    in: GRACE,
    finds: ['receiver-processes-each-event'],
  },
  'verifies other letters by the new secret only': {
    changes: verifying(
      (got, check) => check(got) && !(hasForeignName(got) && isSignedWith(got, SECRETS.previous)),
    ),
    in: GRACE,
    finds: ['receiver-accepts-the-previous-secret'],
  },
  'reads Timestamps of the previous secret in one form': {
    changes: verifying(
      (got, check) => check(got) && (isSignedWith(got, SECRETS.own) || /\.\d{3}Z$/.test(got.timestamp)),
    ),
    in: 'deliveries/ways',
    finds: ['receiver-accepts-the-previous-secret'],
  },
}
