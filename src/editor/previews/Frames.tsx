import { Component, createRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import shopStyles from '../preview.css?url';

/**
 * A preview as two screens: a phone and a computer, each a frame as wide as the real one, so that the shop's own styles
 * apply. Class components without hooks, because the editor renders with its own React.
 */
const screens = [
  { name: 'On a phone', width: 360, height: 640 },
  { name: 'On a computer', width: 1280, height: 800 },
] as const;

interface ScreenProps {
  width: number;
  height: number;
  children: ReactNode;
}

class Screen extends Component<ScreenProps, { body: HTMLElement | null; scale: number }> {
  override state = { body: null, scale: 1 };
  #frame = createRef<HTMLIFrameElement>();
  #watch: ResizeObserver | undefined;

  override componentDidMount(): void {
    const frame = this.#frame.current;
    const page = frame?.contentDocument;
    if (!frame || !page) return;
    page.documentElement.lang = 'en-IN';
    page.documentElement.dataset['theme'] = 'light';
    const styles = page.createElement('link');
    styles.rel = 'stylesheet';
    styles.href = new URL(shopStyles, location.href).href;
    page.head.append(styles);
    // Links in a preview do not navigate: unsaved text would be lost.
    page.addEventListener('click', (event) => event.preventDefault(), true);
    this.setState({ body: page.body });
    const box = frame.parentElement as HTMLElement;
    this.#watch = new ResizeObserver(() => {
      this.setState({ scale: Math.min(1, box.clientWidth / this.props.width) });
    });
    this.#watch.observe(box);
  }

  override componentWillUnmount(): void {
    this.#watch?.disconnect();
  }

  override render(): ReactNode {
    const { width, height, children } = this.props;
    const { body, scale } = this.state;
    return (
      <div className="screen" style={{ height: height * scale, maxWidth: width }}>
        <iframe
          ref={this.#frame}
          title={`Preview, ${width} pixels wide`}
          style={{ width, height, transform: `scale(${scale})` }}
        />
        {body && createPortal(children, body)}
      </div>
    );
  }
}

interface FramesProps {
  /** The build's messages about the current text. */
  problems: readonly string[];
  /** The form beside it, whose labels replace the names of fields in messages. */
  form: readonly Named[];
  children: ReactNode;
}

interface Named {
  name: string;
  label?: string | undefined;
}

function inWords(problem: string, form: readonly Named[]): string {
  const [name = ''] = problem.split(':');
  const label = form.find((field) => field.name === name)?.label;
  return label === undefined ? problem : `“${label}”${problem.slice(name.length)}`;
}

export function Frames({ problems, form, children }: FramesProps) {
  return (
    <>
      {problems.length > 0 && (
        <div className="problems" role="status">
          <strong>The shop cannot be built with this yet:</strong>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{inWords(problem, form)}</li>
            ))}
          </ul>
        </div>
      )}
      {screens.map(({ name, width, height }) => (
        <figure key={name}>
          <figcaption>{name}</figcaption>
          <Screen width={width} height={height}>
            {children}
          </Screen>
        </figure>
      ))}
    </>
  );
}
