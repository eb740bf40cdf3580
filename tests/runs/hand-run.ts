import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fakeIo } from '../../cli/fake-io.ts'
import { main } from '../../cli/main.ts'

/** The state of a run that people drive, as its page gets it. */
export interface Shown {
  readonly over: string | null
  readonly shared: Record<string, string>
  readonly chosen: string | null
  readonly before: number
  readonly sessions: readonly {
    readonly name: string
    readonly set: Record<string, string>
    readonly state: string
    readonly also: Record<string, string>
    readonly quote: string | null
    readonly needed: boolean
    readonly verdict: { readonly passed: number; readonly breaches: readonly unknown[] } | null
    readonly requests: readonly { readonly what: string }[]
  }[]
}

/** A run driven by hand, with the address of its page and its end. */
export function begun(folder: string, ...more: readonly string[]) {
  const profile = join(folder, 'client.yaml')
  writeFileSync(profile, 'client: { timeout: 60s }\n')
  const io = fakeIo()
  const printed = Promise.withResolvers<string>()
  const out = (text: string) => {
    io.out(text)
    const [page] = /http:\S+\/r\/\w+/.exec(text) ?? []
    if (page !== undefined) printed.resolve(page)
  }
  const words = ['certify', 'client', '--target', profile, '--out', join(folder, 'out'), '--quiet', ...more]
  const ended = main(words, { ...io, out })
  return { page: printed.promise, ended }
}

export async function shown(page: string): Promise<Shown> {
  return (await (await fetch(`${page}/desk/state`)).json()) as Shown
}
