/** A body of type `T` that is JSON text already, as the database wrote it. */
export class JsonText<T> {
  declare readonly of: T;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
