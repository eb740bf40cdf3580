import { itemsOf, member, type Place } from '../../conformance/json/document.ts'
import { isObject, type JsonObject } from '../../conformance/json/object.ts'

/** One address of an operation: a server and the path behind it. */
export interface Address {
  /** The address with defaults for variables without listed values, and `{}` for parameters of the path. */
  readonly text: string
  /** The same with `{}` for these variables too. */
  readonly template: string
  /** Says whether requests to another address arrive at this one, whose variables may have any value. */
  serves(other: string): boolean
  /** The address without its scheme and host. */
  readonly path: string
  /** True where a host is named. */
  readonly isAbsolute: boolean
  /** The server as it is written. */
  readonly url: string
  readonly at: string
}

/** More values of server variables than any document lists; more are compared as they are written. */
const MOST_EXPANDED = 500

/**
 * The servers of an operation: its own, or those of its path, or those of the document, or `/`.
 *
 * @param holders the operation, the path and the document
 */
export function serversOf(holders: readonly Place[]): readonly Place[] {
  for (const holder of holders) {
    const list = member(holder, 'servers')
    const servers = list === undefined ? [] : itemsOf(list).filter(({ node }) => isObject(node))
    if (servers.length > 0) return servers
  }
  return [{ node: { url: '/' }, at: '/servers' }]
}

/**
 * The whole addresses of an operation.
 *
 * @param base the address of the document, if it is known: relative servers start there
 */
export function addressesOf(
  servers: readonly Place[],
  path: string,
  base: string | undefined,
): readonly Address[] {
  const open = path.replaceAll(/\{[^}]*\}/g, '{}')
  return servers.flatMap(({ node, at }) => {
    const { url, variables } = isObject(node) ? node : {}
    return filled(String(url), isObject(variables) ? variables : {}).map((one): Address => {
      const [text, template] = [plain(one.text, base), plain(one.template, base)]
      const pattern = new RegExp(`^${template.split('{}').map(escaped).join('[^/]+')}${escaped(open)}$`)
      return {
        text: text + open,
        template: template + open,
        serves: (other) => pattern.test(other),
        path: text.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/, '') + open,
        isAbsolute: /^[a-z][a-z\d+.-]*:/.test(text),
        url: String(url),
        at,
      }
    })
  })
}

interface Filled {
  readonly text: string
  readonly template: string
}

/** A server's address with each listed value of its variables, and with the default of those that list none. */
function filled(url: string, variables: JsonObject): readonly Filled[] {
  const names = [...new Set([...url.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name))]
  return names.reduce<readonly Filled[]>(
    (all, name) => {
      const variable = variables[name]
      const { enum: listed, default: usual } = isObject(variable) ? variable : {}
      const put = (value: unknown) => (text: string) => text.replaceAll(`{${name}}`, String(value))
      if (!Array.isArray(listed) || listed.length * all.length > MOST_EXPANDED)
        return all.map(({ text, template }) => ({
          text: put(usual ?? '{}')(text),
          template: put('{}')(template),
        }))
      return all.flatMap(({ text, template }) =>
        listed.map((value) => ({ text: put(value)(text), template: put(value)(template) })),
      )
    },
    [{ text: url, template: url }],
  )
}

const USUAL_PORTS: Readonly<Record<string, string>> = { 'http:': ':80', 'https:': ':443' }

/** An address without what means nothing: case of the host, the usual port, a slash at its end. */
function plain(url: string, base: string | undefined): string {
  const whole = absolute(url, base)
  const [, scheme = '', host = '', path = ''] =
    /^([a-z][a-z\d+.-]*:)?(?:(\/\/[^/?#]*))?(.*)$/is.exec(whole) ?? []
  const port = USUAL_PORTS[scheme.toLowerCase()]
  const lower = host.toLowerCase()
  const plainHost = port !== undefined && lower.endsWith(port) ? lower.slice(0, -port.length) : lower
  const start = scheme === '' && host === '' && !path.startsWith('/') ? `/${path.replace(/^\.\//, '')}` : path
  return `${scheme.toLowerCase()}${plainHost}${start.replace(/\/+$/, '')}`
}

function absolute(url: string, base: string | undefined): string {
  if (base === undefined || /^([a-z][a-z\d+.-]*:)?\/\//i.test(url)) return url
  // Braces of templates would be encoded.
  const marked = url.replaceAll('{}', '--open--')
  return URL.canParse(marked, base) ? new URL(marked, base).href.replaceAll('--open--', '{}') : url
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
