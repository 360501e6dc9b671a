import { Content } from 'vitepress';
import DefaultTheme, { VPHomeFeatures, VPHomeHero } from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './colors.css';

/** The first page. That of the default theme has no main landmark, which screen readers jump to. */
const FirstPage = () =>
  h('main', { class: 'first-page' }, [
    h(VPHomeHero),
    h(VPHomeFeatures),
    h(Content, { class: 'vp-doc first-page-content' }),
  ]);

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('first-page', FirstPage);
  },
};
