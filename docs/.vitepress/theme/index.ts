import { type DefaultTheme, useData } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
// The system's fonts: those of the theme are 100 kB that a reader waits for.
import './style.css';
import { defineComponent, h, onMounted, ref, watch } from 'vue';

/** A drawing of Mermaid. Its program is loaded only by pages that have one. */
const MermaidDrawing = defineComponent({
  props: { code: { type: String, required: true } },
  setup({ code }) {
    const { isDark } = useData();
    const svg = ref('');
    const id = `drawing-${[...code].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)}`;
    const draw = async () => {
      const { default: mermaid } = await import('mermaid');
      mermaid.initialize({
        startOnLoad: false,
        theme: isDark.value ? 'dark' : 'neutral',
        ...(isDark.value && { themeVariables: { edgeLabelBackground: '#1b1b1f' } }),
      });
      ({ svg: svg.value } = await mermaid.render(id, decodeURIComponent(code)));
    };
    onMounted(draw);
    watch(isDark, draw);
    return () =>
      h('div', { innerHTML: svg.value, style: { overflowX: 'auto', minHeight: '320px' } });
  },
});

export interface ThemeSettings extends DefaultTheme.Config {
  /** The sidebars: groups of pages. */
  readonly doors: { readonly text: string; readonly items: { text: string; link: string }[] }[][];
}

export default {
  ...theme,
  enhanceApp(context: Parameters<NonNullable<typeof theme.enhanceApp>>[0]) {
    theme.enhanceApp?.(context);
    const { app, siteData } = context;
    app.component('MermaidDrawing', MermaidDrawing);
    const { doors } = siteData.value.themeConfig as ThemeSettings;
    const sidebar = doors.flatMap((door) =>
      door.flatMap(({ items }) => items.map(({ link }) => [link, door] as const)),
    );
    siteData.value = {
      ...siteData.value,
      themeConfig: { ...siteData.value.themeConfig, sidebar: Object.fromEntries(sidebar) },
    };
  },
};
