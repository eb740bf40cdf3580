/** The part of pdfkit that the sandbox uses; the package has no types of its own. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'

  export class PDFDocument extends Readable {
    constructor(options?: {
      size?: string
      margin?: number
      font?: string
      info?: { Title?: string; Subject?: string; Producer?: string; Creator?: string; CreationDate?: Date }
    })
    readonly x: number
    readonly y: number
    font(name: string): this
    fontSize(points: number): this
    text(text: string, x?: number, y?: number, options?: { width?: number }): this
    moveDown(lines?: number): this
    end(): void
  }
}
