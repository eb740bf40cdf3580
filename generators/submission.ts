import { mergePatch } from '../conformance/json/merge-patch.ts'
import { isObject } from '../conformance/json/object.ts'

export type Submission = Record<string, unknown>

/**
 * Makes a valid submission that equals no other of the run, since the answer to an identical second one is open (R2). A platform
 * may also rightly recognise an insured by its name, tax id or domain. So each of those is new, and similar to the known-good one.
 * @param base the known-good submission
 * @param patch RFC 7396 merge patch that brings about an outcome; what it sets is unchanged, because it may cause the outcome
 * @param unique a number that no other submission of the run has
 */
export function uniqueSubmission(base: Readonly<Submission>, patch: unknown, unique: number): Submission {
  const submission = mergePatch(base, patch) as Submission
  const touched = isObject(patch) ? patch : {}
  const { insured_name: name, insured_taxid: taxId, insured_contact: contact, website } = submission
  const email = isObject(contact) ? contact.email : undefined
  const url = isObject(website) ? website.domainName : undefined
  const site = touches(touched.website, 'domainName') ? undefined : newSite(url, unique)
  return {
    ...submission,
    ...(typeof name === 'string' && !('insured_name' in touched) && { insured_name: `${name} ${unique}` }),
    ...(typeof taxId === 'string' &&
      EIN.test(taxId) &&
      !('insured_taxid' in touched) && { insured_taxid: newTaxId(unique) }),
    ...(site !== undefined && { website: { ...(website as Submission), domainName: site.url } }),
    ...(typeof email === 'string' &&
      !touches(touched.insured_contact, 'email') && {
        insured_contact: { ...(contact as Submission), email: newEmail(email, unique, site) },
      }),
  }
}

/** Says whether a merge patch sets a member of an object, or replaces the object. */
const touches = (patch: unknown, member: string): boolean =>
  patch !== undefined && (!isObject(patch) || member in patch)

const EIN = /^\d{2}-\d{7}$/

/** The first two digits of an EIN name the office that issued it; all of these exist. */
const OFFICES = [10, 12, 20, 27, 30, 32, 35, 42, 48, 50, 54, 57, 61, 68, 71, 77, 81, 88, 91, 95]

/** Makes an EIN that no other submission has. */
export function newTaxId(unique: number): string {
  const office = OFFICES[Math.floor(unique / 10_000_000) % OFFICES.length]
  return `${office}-${String(unique % 10_000_000).padStart(7, '0')}`
}

interface Site {
  readonly url: string
  /** The registered domain before the change. */
  readonly was: string
  readonly is: string
}

const HOST = /^((?:[a-z][a-z0-9+.-]*:\/\/)?)((?:[a-z0-9-]+\.)+[a-z0-9-]+)/i

/** Longest label of a domain name. */
const LONGEST_LABEL = 63

/** The URL of a website under another registered domain; undefined where its host is no plain name. */
function newSite(url: unknown, unique: number): Site | undefined {
  const [whole, scheme = '', host] = (typeof url === 'string' && HOST.exec(url)) || []
  if (typeof url !== 'string' || whole === undefined || host === undefined) return undefined
  const labels = host.split('.')
  const place = registeredAt(labels)
  const label = labels[place]
  if (label === undefined) return undefined
  const own = `${label}${unique}`
  if (/^\d+$/.test(labels.at(-1) ?? '') || own.length > LONGEST_LABEL) return undefined
  const is = [own, ...labels.slice(place + 1)].join('.')
  return {
    url: `${scheme}${[...labels.slice(0, place), is].join('.')}${url.slice(whole.length)}`,
    was: labels.slice(place).join('.'),
    is,
  }
}

/**
 * The index of the label that somebody registered: suffixes such as `co.uk` have two labels. Names below example.com belong to
 * nobody, but a name beside it would belong to somebody.
 */
function registeredAt(labels: readonly string[]): number {
  const [second = '', top = ''] = labels.slice(-2)
  if (second === 'example') return labels.length > 2 ? labels.length - 3 : labels.length
  return labels.length > 2 && second.length <= 3 && top.length === 2 ? labels.length - 3 : labels.length - 2
}

/** An address with a mailbox of its own. If its domain was that of the website, it becomes the website's new domain. */
function newEmail(email: string, unique: number, site: Site | undefined): string {
  const [local = '', domain = ''] = email.split('@')
  const isOfSite =
    site !== undefined &&
    (domain === site.was || domain.endsWith(`.${site.was}`)) &&
    !email.includes('@', local.length + 1)
  return `${local}${unique}@${isOfSite ? `${domain.slice(0, -site.was.length)}${site.is}` : email.slice(local.length + 1)}`
}
