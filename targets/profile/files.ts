import { resolve } from 'node:path'
import { isObject, type JsonObject } from '../../conformance/json/object.ts'
import { stepsOf, valueAt } from '../../conformance/json/pointer.ts'
import { MOST_DOCUMENT_BYTES, MOST_PROFILE_BYTES, readBounded } from './bounded.ts'
import { readDocument, type SourceDocument } from './document.ts'
import { type Mistake, ProfileInvalid } from './problem.ts'

/**
 * Reads the files that a profile names and keeps the mistakes in them, so that all can be named at once. A key is given as a JSON
 * Pointer. Undefined is read where a key names no file, or one with a mistake.
 */
export class NamedFiles {
  readonly mistakes: Mistake[] = []
  private readonly source: SourceDocument
  private readonly folder: string

  /** @param folder absolute; relative names start from it */
  constructor(source: SourceDocument, folder: string) {
    this.source = source
    this.folder = folder
  }

  /** The text at a key. */
  name(key: string): string | undefined {
    const name = valueAt(this.source.value, key)
    return typeof name === 'string' && name !== '' ? name : undefined
  }

  wrong(key: string, what: string): undefined {
    this.mistakes.push({ place: this.source.place(stepsOf(key)), what })
  }

  /**
   * Reads a file as text.
   *
   * @param what completes the sentence "KEY must be the name of ..."
   * @param most bytes; default that of an OpenAPI document
   */
  text(key: string, what: string, most = MOST_DOCUMENT_BYTES): string | undefined {
    const name = this.name(key)
    if (name === undefined) return undefined
    try {
      return readBounded(resolve(this.folder, name), most, most === MOST_PROFILE_BYTES)
    } catch (error) {
      const bound = error instanceof RangeError ? ` and is no longer than ${most / 1024} kB` : ''
      const must = `must be the name of ${what} that can be read${bound}, relative to the profile's folder`
      return this.wrong(key, must)
    }
  }

  /** Reads a PEM file with at least one certificate. */
  certificates(key: string): string | undefined {
    const text = this.text(key, 'a PEM file')
    if (text === undefined || text.includes('-----BEGIN CERTIFICATE-----')) return text
    return this.wrong(key, 'must be the name of a PEM file with at least one certificate')
  }

  /** Reads a JSON or YAML file that holds a map. */
  map(key: string): JsonObject | undefined {
    const text = this.text(key, 'a JSON or YAML file', MOST_PROFILE_BYTES)
    if (text === undefined) return undefined
    try {
      const { value } = readDocument(text, this.name(key) ?? '')
      return isObject(value)
        ? value
        : this.wrong(key, 'must be the name of a JSON or YAML file that holds a map')
    } catch (error) {
      if (!(error instanceof ProfileInvalid)) throw error
      this.mistakes.push(...error.mistakes)
      return undefined
    }
  }
}
