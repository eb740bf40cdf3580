import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import {
  allowancesOf,
  changesJson,
  changesJunit,
  changesMarkdown,
  changesText,
  diff,
  type NamedDescription,
  readDescription,
  type WriterInput,
  weighChanges,
} from '../../changes/index.ts'
import { ConformanceError, messageOf, usageError } from '../../conformance/errors.ts'
import { isObject } from '../../conformance/json/object.ts'
import { printable } from '../../reporters/index.ts'
import { loadSpec } from '../../spec/index.ts'
import type { Io } from '../io.ts'

export interface DiffOptions {
  readonly format: 'text' | 'json' | 'markdown' | 'junit'
  readonly allow?: string
}

/** `diff OLD NEW`: compares two OpenAPI descriptions. Returns 1 where a change is breaking and no allowance covers it. */
export async function diffCommand(
  old: string,
  now: string,
  { format, allow }: DiffOptions,
  io: Io,
): Promise<number> {
  const allowances = allow === undefined ? [] : allowancesOf(readAllowances(allow), allow)
  const [before, after] = [await namedBy(old, io), await namedBy(now, io)]
  const changes = diff(before, after)
  const weighed = weighChanges(changes, allowances, io.now())
  const written: WriterInput = { old: shown(before), now: shown(after), changes, weighed }
  io.out(FORMATS[format](written, io.now()))
  return weighed.breaking.length > 0 ? 1 : 0
}

const FORMATS: Readonly<Record<DiffOptions['format'], (written: WriterInput, now: number) => string>> = {
  text: (written) => `${changesText(written).split('\n').map(printable).join('\n')}`,
  json: changesJson,
  markdown: changesMarkdown,
  junit: (written, now) => changesJunit(written, new Date(now).toISOString()),
}

function shown({ name, document: { info } }: NamedDescription): WriterInput['old'] {
  return { name, version: isObject(info) ? String(info.version ?? '') : '' }
}

function readAllowances(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw usageError(`--allow ${file} cannot be read`)
  }
}

/** Reads a description from a version of the changelog, a URL or a file. */
async function namedBy(name: string, io: Io): Promise<NamedDescription> {
  const version = await versionNamed(name)
  if (version !== undefined) return version
  return readDescription(/^https?:\/\//i.test(name) ? await fetched(name, io) : await read(name), name)
}

async function versionNamed(name: string): Promise<NamedDescription | undefined> {
  if (!/^(v?\d+\.\d+\.\d+|\d{4}-\d{2}-\d{2})$/.test(name)) return undefined
  const { document } = await loadSpec({ version: name })
  return { name, document }
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw usageError(`${file} should be a readable file, a URL or a version of the changelog`)
  }
}

const MOST_WAITED_MS = 30_000

async function fetched(url: string, io: Io): Promise<string> {
  const signal = AbortSignal.any([io.interruption(), AbortSignal.timeout(MOST_WAITED_MS)])
  const unreachable = (why: string) =>
    new ConformanceError('DESCRIPTION_UNREACHABLE', `${url} cannot be read: ${why}`)
  try {
    const answer = await fetch(url, { signal })
    if (!answer.ok) throw unreachable(`it answered ${answer.status}`)
    return await answer.text()
  } catch (error) {
    if (error instanceof ConformanceError) throw error
    const cause = error instanceof Error ? (error.cause ?? error) : error
    throw unreachable(messageOf(cause))
  }
}
